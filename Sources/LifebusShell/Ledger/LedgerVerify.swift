internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// `lifebus ledger verify`: reads all that is stored, and says what is wrong with it.
enum LedgerVerify: LedgerAction {
  static let name = "verify"

  static func request(_ names: [String], _ arguments: Arguments) throws(UsageError) -> LedgerRequest {
    try expect(0, names, "nothing")
    return .verify
  }

  static func text(of objects: [JSONObject], _ colours: Colours) -> [String] {
    objects.map { object in
      if let finding = object.text("finding") { return colours.paint(visible(finding), .bad) }
      let numbers = [
        count(object.number("events") ?? 0, "event"), count(object.number("deliveries") ?? 0, "delivery", "deliveries"),
        count(object.number("onceKeys") ?? 0, "once-key"),
      ]
      return "the ledger is well: " + numbers.joined(separator: ", ")
    }
  }

  static func code(of objects: [JSONObject]) -> ExitCode { objects.contains { $0.isTrue("verified") } ? .done : .failed }
}
