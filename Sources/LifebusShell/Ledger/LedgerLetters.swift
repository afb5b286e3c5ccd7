internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// An action on dead letters of a handler: one of them, or all.
protocol LedgerLetters: LedgerAction {
  static func request(_ letters: LedgerRequest.DeadLetters) -> LedgerRequest
  /// What is told of one letter: the handler and the event, in words.
  static func words(_ handler: String, _ event: String) -> String
}

extension LedgerLetters {
  static var options: [Option] { [LedgerList.all] }

  static func request(_ names: [String], _ arguments: Arguments) throws(UsageError) -> LedgerRequest {
    let isForAll = arguments.has(LedgerList.all)
    try expect(isForAll ? 1 : 2, names, isForAll ? "a handler" : "a handler and an event's number, or --all,")
    return request(LedgerRequest.DeadLetters(handler: names[0], sequence: isForAll ? nil : try number(names[1])))
  }

  private static func number(_ text: String) throws(UsageError) -> Int {
    guard let number = Int(text) else { throw UsageError("'\(text)' is no event's number: 'lifebus ledger ls' shows them") }
    return number
  }

  static func text(of objects: [JSONObject], _ colours: Colours) -> [String] {
    objects.map { object in
      visible(words(object.text("handler") ?? "", "event \(object.number("sequence") ?? 0) \(object.text("event") ?? "")"))
    }
  }
}

/// `lifebus ledger redrive`: delivers dead letters again.
enum LedgerRedrive: LedgerLetters {
  static let name = "redrive"

  static func request(_ letters: LedgerRequest.DeadLetters) -> LedgerRequest { .redrive(letters) }

  static func words(_ handler: String, _ event: String) -> String { "'\(handler)' gets \(event) again" }
}

/// `lifebus ledger discard`: gives dead letters up.
enum LedgerDiscard: LedgerLetters {
  static let name = "discard"

  static func request(_ letters: LedgerRequest.DeadLetters) -> LedgerRequest { .discard(letters) }

  static func words(_ handler: String, _ event: String) -> String { "\(event) is discarded for '\(handler)'" }
}
