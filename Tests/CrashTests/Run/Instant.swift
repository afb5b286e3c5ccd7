import Foundation
import LifebusTestKit

/// When a host is killed.
enum Instant: CustomStringConvertible {
  /// So long after its process was made.
  case starting(Duration)
  /// So long after its clients begin to emit.
  case emitting(Duration)
  /// As soon as the first client has so many answers, or all.
  case answering(Int)
  /// So long after its clients begin to emit it is told to stop, and killed so long after that.
  case stopping(Duration, Duration)

  /// A random instant of the next kind: of six kills in a row, two come soon after another one.
  init(number: Int, using random: inout SeededGenerator) {
    self =
      switch number % 6 {
      case 1, 4: .starting(.upTo(Self.longestStart, using: &random))
      case 3: .stopping(.upTo(Self.longestWork, using: &random), .upTo(Self.longestStop, using: &random))
      case 5: .emitting(.upTo(Self.longestWork, using: &random))
      default: .answering(Int.random(in: 1...40, using: &random))
      }
  }

  /// Lets the time pass, and kills the host, unless a client does that.
  func kill(_ host: HostProcess) async throws {
    switch self {
    case .answering: return
    case .starting(let delay), .emitting(let delay): try await pass(delay)
    case .stopping(let delay, let further):
      try await pass(delay)
      host.send(SIGTERM)
      try await pass(further)
    }
    host.send(SIGKILL)
  }

  /// The instant is the test: nothing is waited for.
  private func pass(_ time: Duration) async throws { try await ContinuousClock().sleep(for: time) }

  var isWhileEmitting: Bool {
    if case .starting = self { false } else { true }
  }

  /// Whether the host may come to its own end before.
  var mayStop: Bool {
    if case .stopping = self { true } else { false }
  }

  private static let longestStart = Duration.milliseconds(60)
  private static let longestWork = Duration.milliseconds(60)
  private static let longestStop = Duration.milliseconds(20)

  var description: String {
    switch self {
    case .starting(let delay): "killed \(delay) after its start"
    case .emitting(let delay): "killed \(delay) after the first event"
    case .answering(let count): "killed at answer \(count)"
    case .stopping(let delay, let further): "told to stop \(delay) after the first event, and killed \(further) later"
    }
  }
}

extension Duration {
  fileprivate static func upTo(_ longest: Duration, using random: inout SeededGenerator) -> Duration {
    .microseconds(Int64.random(in: 0...Int64(longest / .microseconds(1)), using: &random))
  }
}
