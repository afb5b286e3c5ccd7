import Foundation
import LifebusThreads

/// One thread that serves and one that returns: how long a number is under way.
struct Rally: Sendable {
  /// Where the returning side says which number it has, and since when.
  let returns = Handoff<(number: Int, instant: ContinuousClock.Instant)>(limit: .max)
  private let strokes = 400

  /// Notes that a number has come; called by the returning side.
  func take(_ number: Int) {
    _ = returns.put((number, ContinuousClock.now))
  }

  /// Serves numbers, one after another, each to an idle other side, from a thread that is nobody else's.
  ///
  /// - Returns: The median in nanoseconds.
  func play(_ contender: any Contender, serve: @escaping @Sendable (Int) -> Void) async throws -> Double {
    let samples = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.serve(serve)) }
    }
    guard let samples else { throw Lost(by: contender) }
    return samples.median
  }

  /// Nil: a number did not come, or another one did.
  private func serve(_ serve: (Int) -> Void) -> [Double]? {
    var samples: [Double] = []
    for number in 0..<strokes {
      // The other side has its thread go to sleep meanwhile.
      Thread.sleep(forTimeInterval: 0.000_5)
      let start = ContinuousClock.now
      serve(number)
      let taken = returns.takeAll()
      guard taken.count == 1, taken[0].number == number else { return nil }
      samples.append(start.duration(to: taken[0].instant) / .nanoseconds(1))
    }
    return samples
  }
}
