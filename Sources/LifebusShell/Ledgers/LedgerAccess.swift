internal import LifebusSystem
internal import LifebusWire

/// The way to ledgers on disk.
package enum LedgerAccess: Sendable {
  /// The program has them itself.
  case own(any Ledgers)
  /// The program has none: where they are needed, `lifebus-host` takes its place.
  case throughHostProgram

  /// Leads to them, or to another program.
  func open() throws(Refusal) -> any Ledgers {
    switch self {
    case .own(let ledgers): return ledgers
    case .throughHostProgram: throw HostProgram.takeOver()
    }
  }

  /// The answer of the ledger in a folder, as lines.
  func lines(_ request: LedgerRequest, in folder: String) throws(Ending) -> [[UInt8]] {
    do throws(Refusal) {
      return try open().answer(request, in: folder).map { Array($0.utf8) }
    } catch {
      throw .refused(error.words, exitCode: Int(error.code.rawValue))
    }
  }
}
