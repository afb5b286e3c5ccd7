internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// One thing that `lifebus ledger` does: the word after the verb.
protocol LedgerAction: Shown {
  /// The word.
  static var name: String { get }
  /// The options that do not belong to every action.
  static var options: [Option] { get }

  /// What is asked for; `names` are those after the action's.
  static func request(_ names: [String], _ arguments: Arguments) throws(UsageError) -> LedgerRequest
  /// The exit code of an answer.
  static func code(of objects: [JSONObject]) -> ExitCode
}

extension LedgerAction {
  static var options: [Option] { [] }

  static func code(of objects: [JSONObject]) -> ExitCode { .done }

  /// Sees to it that there are so many names after the action's.
  static func expect(_ count: Int, _ names: [String], _ what: String) throws(UsageError) {
    guard names.count != count else { return }
    let problem = names.count < count ? "a name is missing" : "'\(names[count])' is one name too many"
    throw UsageError("\(problem): give \(what) after '\(name)'")
  }
}
