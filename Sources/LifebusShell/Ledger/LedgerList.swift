internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// `lifebus ledger ls`: which event for which handler, how far it is, and why.
enum LedgerList: LedgerAction {
  static let name = "ls"

  private static let standardLimit = 50
  private static let handler = Option("--handler", .text("H"), "ls: only what is for this handler")
  private static let only = Option(
    "--only", .text("STATES"), "ls: only what is waiting, running, dead or finished; several with commas")
  private static let limit = Option("--limit", .text("N"), "ls: the newest so many (default: \(standardLimit))")
  /// All that there are.
  static let all = Option("--all", "ls: all of them; redrive, discard: every dead letter of the handler")

  static let options = [handler, only, limit, all]

  static func request(_ names: [String], _ arguments: Arguments) throws(UsageError) -> LedgerRequest {
    try expect(0, names, "nothing")
    guard !arguments.has(all) || !arguments.has(limit) else {
      throw UsageError("--all and --limit both say how many: give one")
    }
    var choice = LedgerRequest.Choice()
    choice.handler = arguments.text(handler)
    choice.states = arguments.text(only)?.split(separator: ",").map(String.init)
    let limit = try arguments.number(limit, 1...UInt64(Int32.max)).map(Int.init) ?? standardLimit
    choice.limit = arguments.has(all) ? nil : limit
    return .ls(choice)
  }

  static func text(of objects: [JSONObject], _ colours: Colours) -> [String] {
    let deliveries = objects.filter { $0["handler"] != nil }.map(StoredDelivery.init)
    guard !deliveries.isEmpty else { return ["nothing of this is in the ledger"] }
    var table = TextTable(["HANDLER", "EVENT", "WHAT", "STATE", "TRIES", "WHEN", "WHY"])
    for delivery in deliveries {
      table.add([delivery.handler] + delivery.event + [delivery.state, delivery.tries, delivery.accepted, delivery.why])
    }
    let older = objects.compactMap { $0.number("older") }.first
    return table.lines(colours) + (older.map { [colours.dim("\($0) more, which are older: --all shows them")] } ?? [])
  }
}
