internal import Lifebus

/// Plays a scenario in virtual time, on a real bus with scripted handlers.
///
/// A scenario that is played again gives the same, to the letter.
public struct ScenarioPlayer: Sendable {
  private let scenario: Scenario
  private let seed: UInt64?
  private let isObserved: Bool
  /// Calls that are played; one more makes the scenario invalid.
  var callLimit = Recording.callLimit

  /// Creates a player.
  ///
  /// - Parameters:
  ///   - scenario: What is played.
  ///   - seed: Gives the order in which independent things happen; nil: the order in which they came up. A valid scenario
  ///     expects nothing that depends on it.
  ///   - isObserved: False: nobody reads the bus's activity, so that it takes the short ways that it then may; only what the
  ///     handlers themselves saw is compared.
  public init(_ scenario: Scenario, seed: UInt64? = nil, isObserved: Bool = true) {
    self.scenario = scenario
    self.seed = seed
    self.isObserved = isObserved
  }

  /// Plays the scenario to its end, when nothing is due any more.
  ///
  /// - Throws: A ``ScenarioError`` for what only the play shows: a registration that the bus does not take, calls without end.
  public func play() throws(ScenarioError) -> Playback { try play(on: MemoryLedger()) }

  /// Plays the scenario to its end on a ledger, which is empty.
  package func play(on ledger: any PlayableLedger) throws(ScenarioError) -> Playback {
    var play = Play(scenario, on: ledger, seed: seed, isObserved: isObserved, callLimit: callLimit)
    for line in scenario.lines { try play.apply(line) }
    return try play.finish()
  }
}
