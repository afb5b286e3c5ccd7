internal import LifebusSystem
internal import LifebusWire

/// `lifebus emit`: posts events on the host's bus, and says who handled them and how that ended.
enum Emit: Verb {
  static let name = "emit"
  static let summary = "posts an event, or lines of events, and says what became of them"

  private static let wait = Option(
    "--wait", .word(WireRequest.Wait.allCases.map(\.rawValue)), "how long an answer waits (default: settled)")
  private static let timeout = Option(
    "--timeout", .text("T"), "how long an event may take to settle (default: 5s); 500ms, 5s, 2m")

  static let manual = Manual(
    names: ["launch", "appear|disappear SCOPE", "phase active|inactive|background|ended", "custom NAME", "-"],
    about: """
      Posts an event on the host's bus, waits until every handler is done with it, and says how each one ended. With - the
      events are the lines of standard input, as in a file of events, each with its own answer; otherwise standard input is
      left alone.
      """,
    options: EventOptions.all + [wait, timeout] + HostPlace.options + [.json],
    more: """
      JSON, an object for each event:
        {"id","sequence","event","scope"?,"duplicate","settled","disposition"?,
         "outcomes":{HANDLER:{"outcome","attempts","milliseconds","reason"?}},"derived"?:[the same]}
      and for one that is not taken: {"error","line","field"?}

      exit codes, of several the first of 6, 7, 2, 1, 3, 4, 5:
        0  all done (a duplicate or a skip is done); with --wait accepted: it is accepted
        1  a handler failed
        2  usage, or an event that the host does not take
        3  a call timed out or was cut off, or not all settled in time; the host does not answer
        4  a gate holds a delivery
        5  nobody handles an event
        6  there is no host, or it went away
        7  the host speaks another version of the protocol
      """)

  static func run(_ arguments: Arguments, _: LedgerAccess) throws(UsageError) -> ExitCode {
    let host = try Host(arguments, for: Self.self)
    let wait: WireRequest.Wait = try arguments.word(wait) ?? .settled
    let timeout = try arguments.milliseconds(timeout) ?? 5_000
    let hasLines = arguments.names.first == "-"
    if hasLines { try checkLines(arguments) }
    let events = hasLines ? [] : Array((try EventText(arguments).line + "\n").utf8)
    let report = EmitReport(wait: wait, printsJSON: arguments.has(.json), hasLines: hasLines, colours: Talk.colours)
    do throws(Ending) {
      let socket = try host.connect()
      defer { socket.close() }
      let conversation = Conversation(
        on: socket, .emit(wait: wait, timeoutMilliseconds: timeout), patience: .each(.milliseconds(timeout) + Host.patience),
        events: events, input: hasLines ? .standardInput : nil)
      return carry(conversation, host, report)
    } catch {
      return host.end(error)
    }
  }

  private static func checkLines(_ arguments: Arguments) throws(UsageError) {
    try arguments.expectNames(1...1, "- alone")
    for option in EventOptions.all where arguments.has(option) {
      throw UsageError("option '\(option.name)' does not belong to '-': each line says itself what it is")
    }
  }

  private static func carry(_ conversation: consuming Conversation, _ host: Host, _ report: consuming EmitReport) -> ExitCode {
    var report = report
    var conversation = conversation
    let ending = host.carry(&conversation) { heard in
      guard case .line(let line) = heard else { return [] }
      let (data, talk) = report.take(line)
      if let talk { host.say(talk) }
      return data.map { Array(($0 + "\n").utf8) } ?? []
    }
    if let words = report.end(ending, unanswered: conversation.unanswered, at: host.place) { host.say(words) }
    return report.code
  }
}
