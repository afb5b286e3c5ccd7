internal import LifebusSystem

/// One thing that `lifebus` does: the word after the program's name.
protocol Verb: Sendable {
  /// The word.
  static var name: String { get }
  /// What it does, on one line.
  static var summary: String { get }
  /// What `--help` prints, and which options there are.
  static var manual: Manual { get }

  /// Does it; `access` leads to ledgers on disk.
  static func run(_ arguments: Arguments, _ access: LedgerAccess) throws(UsageError) -> ExitCode
}
