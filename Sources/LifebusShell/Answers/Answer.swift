internal import LifebusJSON

/// What the host says became of one event.
struct Answer: Equatable {
  /// How the event ended for one handler, or how it stands there.
  struct Delivery: Equatable {
    let handler: String
    let outcome: String
    let attempts: Int
    let milliseconds: Double?
    let reason: String?
  }

  /// The event's kind.
  let event: String
  let scope: String?
  let sequence: Int?
  let isDuplicate: Bool
  let isSettled: Bool
  /// Why it was not delivered, or not yet.
  let disposition: String?
  /// Why the host's ledger could not keep it.
  let notStored: String?
  /// Plugins that want it and are not hosted: it is kept for them.
  let keptFor: [String]
  let deliveries: [Delivery]
  /// What the bus made of it.
  let derived: [Answer]

  init(_ object: JSONObject) {
    event = object.text("event") ?? "event"
    scope = object.text("scope")
    sequence = object.number("sequence")
    isDuplicate = object.isTrue("duplicate")
    isSettled = object.isTrue("settled")
    disposition = object.text("disposition")
    notStored = object.text("notStored")
    keptFor = object.values("keptFor").compactMap { if case .string(let name) = $0 { name } else { nil } }
    deliveries = (object.object("outcomes")?.members ?? []).compactMap { Delivery($0.key, $0.value) }
    derived = object.objects("derived").map(Answer.init)
  }

  /// True if nobody has to do with it, or with what was made of it.
  var isUnhandled: Bool {
    deliveries.isEmpty && keptFor.isEmpty && derived.allSatisfy(\.isUnhandled) && !isDuplicate && disposition == nil
  }

  /// Its deliveries, and those of the events that were made of it.
  var allDeliveries: [Delivery] { deliveries + derived.flatMap(\.allDeliveries) }
}

extension Answer.Delivery {
  fileprivate init?(_ handler: String, _ value: JSONValue) {
    guard case .object(let object) = value else { return nil }
    self.handler = handler
    outcome = object.text("outcome") ?? ""
    attempts = object.number("attempts") ?? 0
    milliseconds = object.decimal("milliseconds")
    reason = object.text("reason")
  }
}

/// A line that the host does not take.
struct RefusedLine: Equatable {
  let problem: String
  let line: Int?
  let field: String?

  /// Reads the answer to such a line; nil for any other answer.
  init?(_ object: JSONObject) {
    guard let problem = object.text("error") else { return nil }
    self.problem = problem
    line = object.number("line")
    field = object.text("field")
  }

  /// The problem with its field, and its line where there are several.
  func text(namesLine: Bool) -> String {
    let place = field.map { "field '\($0)'" }
    let whole = [place.flatMap { problem.hasPrefix($0) ? nil : $0 }, problem].compactMap { $0 }.joined(separator: " ")
    guard namesLine, let line else { return whole }
    return "line \(line): \(whole)"
  }
}
