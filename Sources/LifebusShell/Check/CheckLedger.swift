internal import Lifebus
internal import LifebusTestKit

/// What outlives the processes that are played; a new one for each play.
enum CheckLedger {
  /// The words of the command line.
  enum Kind: String, CaseIterable {
    case memory
    case sqlite
  }

  case memory
  case onDisk(any Ledgers)

  init(_ kind: Kind, _ access: LedgerAccess) throws(Refusal) {
    switch kind {
    case .memory: self = .memory
    case .sqlite: self = .onDisk(try access.open())
    }
  }

  func play(_ player: ScenarioPlayer) throws(FileProblem) -> Playback {
    let result: Result<Playback, ScenarioError>
    do throws(Refusal) { result = try play(player) } catch { throw FileProblem(error.words) }
    do { return try result.get() } catch { throw FileProblem(error) }
  }

  private func play(_ player: ScenarioPlayer) throws(Refusal) -> Result<Playback, ScenarioError> {
    switch self {
    case .memory: player.result(on: MemoryLedger())
    case .onDisk(let ledgers): try ledgers.withNewLedger { player.result(on: $0) }
    }
  }
}

extension ScenarioPlayer {
  fileprivate func result(on ledger: any PlayableLedger) -> Result<Playback, ScenarioError> {
    do throws(ScenarioError) { return .success(try play(on: ledger)) } catch { return .failure(error) }
  }
}
