internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// `lifebus ledger forget`: a handler that is not there loses its place.
enum LedgerForget: LedgerAction {
  static let name = "forget"

  static func request(_ names: [String], _ arguments: Arguments) throws(UsageError) -> LedgerRequest {
    try expect(1, names, "a handler")
    return .forget(handler: names[0])
  }

  static func text(of objects: [JSONObject], _ colours: Colours) -> [String] {
    objects.map { visible("'\($0.text("handler") ?? "")' is forgotten: what waited for it has ended; its once-keys hold") }
  }
}
