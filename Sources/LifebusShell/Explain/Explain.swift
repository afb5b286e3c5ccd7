internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// `lifebus explain`: why a handler did or did not get an event.
enum Explain: Question {
  static let name = "explain"
  static let summary = "says why a handler did or did not get an event"

  private static let source = Option("--source", .text("SOURCE"), "who gave the id")

  static let manual = Manual(
    names: ["ID [HANDLER]"],
    about: """
      Says of each handler, or of one, whether it got the event, how that ended, and why. ID is the id that the event was
      given, or its number in the log, as 'emit' and 'tail' show it.
      """,
    options: [source] + HostPlace.options + [.json],
    more: """
      JSON, an object for each handler: {"event","sequence","handler","outcome"?,"why"}

      exit codes: 0, 2 (usage, or no such event or handler), 3 (no answer in time), 6 (no host), 7 (another version)
      """)

  static func request(_ arguments: Arguments) throws(UsageError) -> WireRequest {
    try arguments.expectNames(1...2, "the event's id or number, and at most one handler")
    let handler = arguments.names.count > 1 ? arguments.names[1] : nil
    return .explain(id: arguments.names[0], source: arguments.text(source), handler: handler)
  }

  static func text(of objects: [JSONObject], _ colours: Colours) -> [String] {
    guard !objects.isEmpty else { return ["no handler is registered"] }
    return objects.map { object in
      colours.paint(visible(object.text("why") ?? ""), Colours.Mood(of: object.text("outcome") ?? ""))
    }
  }
}
