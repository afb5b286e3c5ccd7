/// A scenario in pieces that can be taken away one by one.
struct DraftScenario: Sendable, Equatable {
  /// Keys with their values as JSON, in order.
  typealias Members = [Member]

  struct Member: Sendable, Equatable {
    let key: String
    let json: String

    init(_ key: String, _ json: String) { (self.key, self.json) = (key, json) }

    init(_ key: String, text: String) { self.init(key, "\"\(text)\"") }

    init(_ key: String, _ number: Int) { self.init(key, String(number)) }
  }

  enum Arrival: Sendable, Equatable {
    case atOnce
    case late
    case reserved(kind: String)
  }

  struct Handler: Sendable, Equatable {
    let name: String
    var clauses: [Members] = []
    var traits: Members = []
    var arrival = Arrival.atOnce
  }

  var handlers: [Handler] = []
  var lines: [Members] = []

  /// The scenario as a file.
  var text: String {
    let entries = handlers.map { handler in
      let clauses = handler.clauses.map(Self.object).joined(separator: ",")
      let on = Member("on", "[\(clauses)]")
      return Member(handler.name, Self.object([on] + handler.traits))
    }
    let late = handlers.filter { $0.arrival == .late }.map { "\"\($0.name)\"" }.joined(separator: ",")
    let reserved = handlers.compactMap { handler -> Member? in
      guard case .reserved(let kind) = handler.arrival else { return nil }
      return Member(handler.name, "[\"\(kind)\"]")
    }
    let header = [
      Member("scenario", text: "walk"), Member("about", text: "a random walk"), Member("handlers", Self.object(entries)),
      Member("late", "[\(late)]"), Member("reserved", Self.object(reserved)), Member("expect", #"{"deliveries":{}}"#),
    ]
    return ([header] + lines).map(Self.object).joined(separator: "\n")
  }

  private static func object(_ members: Members) -> String {
    "{" + members.map { "\"\($0.key)\":\($0.json)" }.joined(separator: ",") + "}"
  }
}

extension DraftScenario.Members {
  subscript(key: String) -> String? { first { $0.key == key }?.json }
}
