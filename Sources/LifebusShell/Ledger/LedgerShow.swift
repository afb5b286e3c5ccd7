internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// `lifebus ledger show`: an event, and what became of it for each handler.
enum LedgerShow: LedgerAction {
  static let name = "show"

  static func request(_ names: [String], _ arguments: Arguments) throws(UsageError) -> LedgerRequest {
    try expect(1, names, "an event's number or id")
    return .show(names[0])
  }

  static func text(of objects: [JSONObject], _ colours: Colours) -> [String] {
    Array(objects.map { lines($0, colours) }.joined(separator: [""]))
  }

  private static func lines(_ event: JSONObject, _ colours: Colours) -> [String] {
    let name = [event.text("event"), event.text("scope")].compactMap { $0 }.joined(separator: " ")
    var table = TextTable()
    for case (let word, let text?) in facts(of: event) { table.add([TextTable.Cell(word), TextTable.Cell(text)]) }
    return [visible(name)] + table.lines(colours, indent: "  ") + [""] + deliveries(of: event).lines(colours)
  }

  private static func facts(of event: JSONObject) -> [(word: String, text: String?)] {
    [
      ("event", event.number("sequence").map(String.init)), ("id", event.text("id")), ("from", event.text("source")),
      ("accepted", event.text("time").map(StoredDelivery.moment)), ("caused by", event.number("cause").map { "event \($0)" }),
      ("type", event.text("type")), ("payload", event["payload"]?.json),
    ]
  }

  private static func deliveries(of event: JSONObject) -> TextTable {
    var table = TextTable(["HANDLER", "STATE", "TRIES", "ENDED", "WHY"])
    for delivery in event.objects("deliveries").map(StoredDelivery.init) {
      table.add([delivery.handler, delivery.state, delivery.tries, delivery.ended, delivery.why])
    }
    return table
  }
}
