import Foundation
import Testing

@testable import LifebusTestKit

@Suite("In random scenarios what the input implies is so")
struct RandomWalkTests {
  /// How many scenarios are played.
  static let count = ProcessInfo.processInfo.environment["LIFEBUS_WALKS"].flatMap { Int($0) } ?? 4_000
  static let portion = 250
  static let portions = Array(stride(from: 0, to: count, by: portion))

  @Test("order, no overlap, once, nothing lost, entries, exits, whose work it is", arguments: portions)
  func invariants(first: Int) throws {
    for seed in UInt64(first)..<UInt64(min(first + Self.portion, Self.count)) {
      guard let failure = try Walk(seed: seed).failure() else { continue }
      Issue.record("\(failure)")
      return
    }
  }
}

/// A random scenario, played in a random order.
struct Walk {
  let seed: UInt64

  /// Nil if all is as the input implies; otherwise what is not, and a scenario made small.
  func failure() throws -> String? {
    let draft = RandomScenario(seed: seed).draft
    guard let violations = try violations(in: draft), !violations.isEmpty else { return nil }
    let small = Shrinker.shrink(draft) { smaller in (try? self.violations(in: smaller))?.isEmpty == false }
    let first = try self.violations(in: small)?.joined(separator: "\n") ?? ""
    let order = order.map { "the order of seed \($0)" } ?? "the order in which things come up"
    return "seed \(seed): \(first)\nin this scenario, played in \(order):\n\(small.text)"
  }

  func violations(in draft: DraftScenario) throws -> [String]? {
    let scenario = try Scenario(Array(draft.text.utf8))
    return Invariants.violations(in: Trace(try ScenarioPlayer(scenario, seed: order).play()), of: scenario)
  }

  /// Every third scenario is played in the order in which things come up.
  private var order: UInt64? { seed.isMultiple(of: 3) ? nil : seed }
}
