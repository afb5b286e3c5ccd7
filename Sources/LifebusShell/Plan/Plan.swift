internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// `lifebus plan`: who is registered for what, and by which rules.
enum Plan: Question {
  static let name = "plan"
  static let summary = "shows which handlers are registered for what, and by which rules"

  static let manual = Manual(
    names: [],
    about: """
      Shows each handler in the order of registration: the events that it wants, whom it comes after, the gate that it waits
      for, its limits and its retries.
      """,
    options: HostPlace.options + [.json],
    more: """
      JSON, an object for each handler: {"handler","clauses":[…],…} with the words of a scenario's handlers.

      exit codes: 0, 2 (usage), 3 (no answer in time), 6 (no host), 7 (another version)
      """)

  static func request(_ arguments: Arguments) throws(UsageError) -> WireRequest {
    try arguments.expectNames(0...0, "none")
    return .plan
  }

  static func text(of objects: [JSONObject], _ colours: Colours) -> [String] {
    guard !objects.isEmpty else { return ["no handler is registered"] }
    return Array(objects.map { HandlerText($0).lines(colours) }.joined(separator: [""]))
  }
}
