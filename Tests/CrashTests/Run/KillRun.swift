import Foundation
import Lifebus
import LifebusTestKit

@testable import CrashHost

/// Hosts that are killed again and again, at random instants that a seed gives again.
struct KillRun {
  private(set) var witness: Witness
  private var random: SeededGenerator

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    // Small files: the analytics logger is killed while it rotates them, too.
    witness = try Witness(
      plugins: CallRules.all.map(\.handler) + ["analytics-logger"],
      configuration: #"{"analytics-logger":{"maxBytes":20000,"keep":1000}}"#)
  }

  /// Kills so many hosts, and lets the last one do what is left.
  mutating func play(kills: Int) async {
    do {
      while witness.known.killed.count < kills { try await kill() }
      try await witness.finish(try witness.start("not killed"))
    } catch {
      witness.note("\(error)")
    }
  }

  /// Starts a host and kills it at a random instant, unless it has come to its own end before.
  private mutating func kill() async throws {
    let instant = Instant(number: witness.starts, using: &random)
    let host = try witness.start("\(instant)")
    if instant.isWhileEmitting {
      try await witness.emit(emitters(at: instant, host), to: host, until: instant)
    } else {
      try await instant.kill(host)
    }
    let end = try await witness.end(of: host)
    guard end.code == -SIGKILL || instant.mayStop && end.code == 0 else { throw WrongEnd(witness.known.name(host.pid), end) }
  }

  /// One or two clients; the first sends some of what was not answered again.
  private mutating func emitters(at instant: Instant, _ host: HostProcess) -> [Emitter] {
    let again = witness.unanswered.filter { _ in Bool.random(using: &random) }
    var first = Emitter(launches: true, ids: again + newEvents())
    if case .answering(let count) = instant { first.onAnswer = (count, { host.send(SIGKILL) }) }
    return Bool.random(using: &random) ? [first] : [first, Emitter(ids: newEvents())]
  }

  private mutating func newEvents() -> [String] { witness.newEvents(Int.random(in: 5...40, using: &random)) }
}
