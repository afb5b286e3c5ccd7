internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// `lifebus ledger`: what is stored, and changes of it.
enum LedgerVerb: Verb {
  static let name = "ledger"
  static let summary = "shows what the ledger has; has dead letters delivered again or given up"

  private static let actions: [any LedgerAction.Type] = [
    LedgerList.self, LedgerShow.self, LedgerRedrive.self, LedgerDiscard.self, LedgerForget.self, LedgerVerify.self,
  ]

  private static let folder = Option(
    "--ledger", .path("FOLDER"), "the ledger in this folder, an application's own; no host is asked")

  static let manual = Manual(
    names: [
      "ls", "show SEQUENCE|ID", "redrive|discard HANDLER SEQUENCE|--all", "forget HANDLER", "verify",
    ],
    about: """
      Asks the host about its ledger, or, where no host runs, the ledger's files.

        ls       lists deliveries in the order of their events: which event for which handler, how far it is, and why
        show     shows an event and what became of it for each handler
        redrive  has a dead letter delivered again, with its attempts counted anew
        discard  gives a dead letter up
        forget   has a handler that is not hosted lose its place, with all that waits for it; its once-keys hold
        verify   reads all that is stored, and says what is wrong with it
      """,
    options: LedgerList.options + [folder] + HostPlace.options + [.json],
    more: """
      JSON:
        ls      {"handler","sequence","id"?,"source"?,"event","scope"?,"time","state","attempts","failures","cutOff"?,"owner"?,
                 "outcome"?,"reason"?,"ended"?} for each delivery, and {"older":N} for so many that are left out; "cutOff" is
                 the number of the attempt during which a process died
        show    {"sequence","id"?,"source"?,"event","scope"?,"time","type","cause"?,"payload","deliveries":[as above]}
        verify  {"finding"} for each, or {"verified":true,"events","deliveries","onceKeys"}
        others  {"handler","sequence"?,"event"?} with "redriven", "discarded" or "forgotten"

      exit codes:
        0  done
        1  'verify' has found something
        2  usage; there is no such event, dead letter, handler or ledger; what is stored cannot be read or changed
        3  no answer in time
        6  there is no host, and no program that can read the files
        7  the host speaks another version of the protocol
      """)

  static func run(_ arguments: Arguments, _ access: LedgerAccess) throws(UsageError) -> ExitCode {
    let action = actions[try arguments.place(ofActionIn: actions.map { $0 })]
    let request = try action.request(Array(arguments.names.dropFirst()), arguments)
    let host = try Host(arguments, for: Self.self)
    do throws(Ending) {
      let lines = try lines(request, arguments.text(folder), host, access)
      let page = action.page(lines, printsJSON: arguments.has(.json))
      // No line of JSON is none, and not an empty one.
      if !page.isEmpty { Talk.print(page) }
      return action.code(of: lines.compactMap(JSONObject.init(parsing:)))
    } catch {
      return host.end(error)
    }
  }

  private static func lines(
    _ request: LedgerRequest, _ folder: String?, _ host: Host, _ access: LedgerAccess
  ) throws(Ending) -> [[UInt8]] {
    guard let folder else { return try host.lines(.ledger(request), or: access) }
    return try access.lines(request, in: folder)
  }
}
