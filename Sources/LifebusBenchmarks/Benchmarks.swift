import Foundation
import Lifebus

/// Measures the bus and its peers side by side in one run, and prints the ratios: machines are noisy, ratios less so.
///
/// `swift run -c release LifebusBenchmarks [--rounds N] [--only delivery|post] [--json]`
@main
struct Benchmarks {
  static func main() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    var rounds = 7
    var printsJSON = false
    var only: String?
    while let argument = arguments.popFirst() {
      switch argument {
      case "--json": printsJSON = true
      case "--only":
        guard let name = arguments.popFirst(), ["delivery", "post"].contains(name) else {
          usage("--only wants 'delivery' (P1, P2) or 'post' (P3, P4)")
        }
        only = name
      case "--rounds":
        guard let number = arguments.popFirst().flatMap(Int.init), number > 0 else { usage("--rounds wants a number") }
        rounds = number
      default: usage("unknown argument '\(argument)'")
      }
    }
    let report = Report(printsJSON: printsJSON)
    if only != "post" { try await delivery(rounds, report) }
    if only != "delivery" { try await postCost(rounds, report) }
  }

  private static func usage(_ problem: String) -> Never {
    FileHandle.standardError.write(
      Data("\(problem)\nusage: LifebusBenchmarks [--rounds N] [--only delivery|post] [--json]\n".utf8))
    exit(2)
  }

  /// P1 and P2: each event to eight handlers, from the first post until the last handler has returned.
  private static func delivery(_ rounds: Int, _ report: Report) async throws {
    let contenders: [any Contender.Type] = [
      SuspendingBodies.self, ImmediateBodies.self, NotificationCenterPeer.self, AsyncStreamPeer.self,
    ]
    var figures: [String: [Double]] = [:]
    for round in 0...rounds {
      for contender in contenders {
        let events = contender == AsyncStreamPeer.self ? 5_000 : 20_000
        let (elapsed, tallies) = try await contender.run(handlers: 8, events: events)
        guard tallies.allSatisfy({ $0.isInOrder && $0.count == events }) else { throw Lost(contender: contender.name) }
        // The first round warms up.
        if round > 0 { figures[contender.name, default: []].append(elapsed / .nanoseconds(events)) }
      }
    }
    for contender in contenders { report.figure("8 handlers", contender.name, figures[contender.name] ?? []) }
    for (row, peer, reach) in [
      ("P1", NotificationCenterPeer.name, (8.0, 15.0)), ("P2", AsyncStreamPeer.name, (25.0, 50.0)),
    ] {
      report.ratio(row, figures, peer, SuspendingBodies.name, reach: reach.0)
      report.ratio(row, figures, peer, ImmediateBodies.name, reach: reach.1)
    }
  }

  /// P3 and P4: what one `post` costs its caller, with busy handlers and with idle ones.
  private static func postCost(_ rounds: Int, _ report: Report) async throws {
    var busy: [Int: [Double]] = [:]
    var idle: [Int: [Double]] = [:]
    for round in 0...rounds {
      for handlers in [1, 8, 64] {
        let whileBusy = try await PostCost.busy(handlers: handlers)
        let whileIdle = try await PostCost.idle(handlers: handlers)
        guard round > 0 else { continue }
        busy[handlers, default: []].append(whileBusy)
        idle[handlers, default: []].append(whileIdle)
      }
    }
    for handlers in [1, 8, 64] { report.figure("P3 post, busy handlers", "\(handlers)", busy[handlers] ?? []) }
    for handlers in [1, 8, 64] { report.figure("P4 post, idle handlers", "\(handlers)", idle[handlers] ?? []) }
    report.growth("P3", busy[64] ?? [], busy[1] ?? [], limit: 1.5)
    report.growth("P4", idle[64] ?? [], idle[1] ?? [], limit: 1.5)
  }
}

/// A contender that lost, doubled or disordered an event has no figure.
struct Lost: Error, CustomStringConvertible {
  let contender: String
  var description: String { "\(contender) did not deliver each event once and in order: no figure" }
}
