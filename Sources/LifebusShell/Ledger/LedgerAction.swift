internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// One thing that `lifebus ledger` does: the word after the verb.
protocol LedgerAction: Shown, VerbAction {
  /// What is asked for; `names` are those after the action's.
  static func request(_ names: [String], _ arguments: Arguments) throws(UsageError) -> LedgerRequest
  /// The exit code of an answer.
  static func code(of objects: [JSONObject]) -> ExitCode
}

extension LedgerAction {
  static func code(of objects: [JSONObject]) -> ExitCode { .done }
}
