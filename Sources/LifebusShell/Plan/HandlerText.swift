internal import LifebusJSON
internal import LifebusSystem

/// One handler's plan for people: its name, and under it a row for each rule that it has.
struct HandlerText {
  private let handler: JSONObject

  init(_ handler: JSONObject) {
    self.handler = handler
  }

  func lines(_ colours: Colours) -> [String] {
    var table = TextTable()
    for (word, text) in rows { table.add([TextTable.Cell(word), TextTable.Cell(text)]) }
    return [visible(handler.text("handler") ?? "?")] + table.lines(colours, indent: "  ")
  }

  private var rows: [(word: String, text: String)] {
    let clauses = handler.values("clauses").map(ClauseText.text)
    var rows = (clauses.isEmpty ? ["nothing"] : clauses).enumerated().map { ($0 == 0 ? "for" : "", $1) }
    let rules: [(String, String?)] = [
      ("after", list("after")), ("gate", gate), ("behind", behind), ("call", call), ("retries", retries), ("backlog", backlog),
      ("durable", durable), ("when late", handler.text("replay") == "none" ? "gets no standing facts" : nil),
    ]
    for case (let word, let text?) in rules { rows.append((word, text)) }
    return rows + others
  }

  private func list(_ key: String) -> String? {
    let names = handler.values(key).map(\.attributeText)
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private var gate: String? {
    guard let gate = handler.object("gate") else { return nil }
    let limit = gate.number("timeoutMs").map { "owns one, pending for at most \(Spell.text(limit: $0))" } ?? "owns one"
    return limit + (gate.text("onClose") == "cancelRunning" ? "; its closing cancels what runs behind it" : "")
  }

  private var behind: String? {
    handler.text("behind").map { "the gate \($0)" + (handler.isTrue("acrossIdentities") ? ", whoever is in" : "") }
  }

  private var call: String? {
    guard let limit = handler.number("timeoutMs") else { return nil }
    let grace = handler.number("graceMs").flatMap { $0 > 0 ? ", and \(Spell.text(limit: $0)) to end after that" : nil }
    return "at most \(Spell.text(limit: limit))" + (grace ?? "")
  }

  private var retries: String? {
    let dead = handler.isTrue("dead") ? "what is used up is kept" : nil
    guard let retry = handler.object("retry"), let attempts = retry.number("attempts") else { return dead }
    let wait = retry.number("delayMs").map { "the first again after \(Spell.text(limit: $0))" }
    let longest = retry.number("maxMs").map { "at most \(Spell.text(limit: $0)) between" }
    return [count(attempts, "attempt"), wait, longest, dead].compactMap { $0 }.joined(separator: ", ")
  }

  private var backlog: String? {
    guard let capacity = handler.number("capacity") else { return nil }
    let beyond =
      switch handler.text("overflow") {
      case "dropOldest": ", then the oldest is dropped"
      case "dropNewest": ", then the newest is dropped"
      case "refuse": ", then events are refused"
      case let word: word.map { ", then \($0)" } ?? ""
      }
    return "at most \(capacity) wait" + beyond
  }

  private var durable: String? {
    guard handler.isTrue("durable") else { return nil }
    return handler.text("guarantee") == "atMostOnce" ? "each event at most once" : "each event at least once"
  }

  /// What a newer host says besides is shown as it is.
  private var others: [(word: String, text: String)] {
    handler.members.filter { !Self.known.contains($0.key) }.map { ($0.key, $0.value.attributeText) }
  }

  private static let known: Set = [
    "handler", "clauses", "after", "gate", "behind", "acrossIdentities", "timeoutMs", "graceMs", "retry", "dead", "capacity",
    "overflow", "durable", "guarantee", "replay",
  ]
}

/// One clause of a handler, in words.
enum ClauseText {
  /// The event with its filters, then how often: `appear of home, once per scope`.
  static func text(_ clause: JSONValue) -> String {
    guard case .object(let object) = clause else { return kind(clause.attributeText) }
    var parts = [kind(object.text("kind") ?? "any") + (object.text("scope").map { " of \($0)" } ?? "")]
    for member in object.members where !["kind", "scope"].contains(member.key) { parts.append(text(member)) }
    return parts.joined(separator: ", ")
  }

  private static func kind(_ word: String) -> String { word == "any" ? "any event" : word }

  private static func text(_ member: JSONObject.Member) -> String {
    switch (member.key, member.value) {
    case ("isEntry", .bool(let isIt)): isIt ? "entries only" : "no entries"
    case ("hasFilter", .bool(true)): "those that its own filter lets through"
    case ("isExit", .bool(let isIt)): isIt ? "exits only" : "no exits"
    case ("once", .string(let word)): "once" + spaced(word)
    case ("keep", .string("latest")): "of several that wait the latest"
    case ("thisProcess", .bool(true)): "of this process only"
    case (let key, .bool(true)): key
    case (let key, let value): "\(key) \(value.attributeText)"
    }
  }

  /// `perScope` as ` per scope`.
  private static func spaced(_ word: String) -> String {
    (" " + word).reduce(into: "") { text, letter in text += letter.isUppercase ? " " + letter.lowercased() : String(letter) }
  }
}
