internal import LifebusSystem
internal import LifebusWire

/// `lifebus tail`: shows what the bus does, while it does it.
enum Tail: Verb {
  static let name = "tail"
  static let summary = "shows what the bus does from now on"

  private static let handler = Option("--handler", .text("H"), "only what is about this handler")
  private static let type = Option(
    "--type", .text("T"), "only events of this kind: launch, appear, firstAppear, disappear, phaseChanged, custom, custom:NAME")
  private static let count = Option("--count", .text("N"), "ends after so many lines")
  private static let untilIdle = Option("--until-idle", "ends when nothing can move any more")

  static let manual = Manual(
    names: [],
    about: """
      Shows the host's timeline from now on, until the host ends or whoever reads it does. Standard error says when it begins:
      what happens after that line is shown. Who reads too slowly loses lines, which are counted, and slows nobody.
      """,
    options: [handler, type, count, untilIdle] + HostPlace.options + [.json],
    more: """
      JSON: the lines of 'lifebus-host --json'.

      exit codes:
        0  all was shown that was asked for
        2  usage
        6  there is no host, or it ended before all was shown that --count or --until-idle asked for
        7  the host speaks another version of the protocol
      """)

  static func run(_ arguments: Arguments, _: LedgerAccess) throws(UsageError) -> ExitCode {
    let host = try Host(arguments, for: Self.self)
    let request = try request(arguments)
    do throws(Ending) {
      let socket = try host.connect()
      defer { socket.close() }
      var conversation = Conversation(on: socket, .tail(request), patience: .greeting(Host.patience))
      return finish(show(&conversation, host), request, host)
    } catch {
      return host.end(error)
    }
  }

  private static func request(_ arguments: Arguments) throws(UsageError) -> WireRequest.Tail {
    try arguments.expectNames(0...0, "none: --handler and --type choose what is shown")
    var request = WireRequest.Tail()
    request.form = arguments.has(.json) ? .json : Talk.colours == .terminal ? .colouredTimeline : .timeline
    request.handler = arguments.text(handler)
    request.type = try arguments.text(type).map { kind throws(UsageError) in try known(kind) }
    request.count = try arguments.number(count, 1...UInt64(Int32.max)).map(Int.init)
    request.untilIdle = arguments.has(untilIdle)
    return request
  }

  /// The bus's own kinds, and whatever an application's own event may be called.
  private static func known(_ kind: String) throws(UsageError) -> String {
    let kinds = ["launch", "appear", "firstAppear", "disappear", "phaseChanged", "custom"]
    guard kinds.contains(kind) || kind.hasPrefix("custom:") else {
      throw UsageError("--type '\(visible(kind))' is unknown; known are \(kinds.joined(separator: ", ")), custom:NAME")
    }
    return kind
  }

  private static func show(_ conversation: inout Conversation, _ host: Host) -> Ending {
    host.carry(&conversation) { heard in
      switch heard {
      case .greeting(let pid):
        host.say("watching the host with pid \(pid)")
        return []
      case .line(let line): return line + [UInt8(ascii: "\n")]
      }
    }
  }

  /// A host that shuts down has shown all, but for what was to come.
  private static func finish(_ ending: Ending, _ request: WireRequest.Tail, _ host: Host) -> ExitCode {
    guard ending == .shutdown, request.count != nil || request.untilIdle else { return host.end(ending) }
    host.say("the host shut down before all was shown that was asked for")
    return .noHost
  }
}
