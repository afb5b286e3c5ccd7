internal import LifebusJSON
internal import LifebusSystem

/// One delivery of a ledger, as the cells of a table.
struct StoredDelivery {
  private let object: JSONObject

  init(_ object: JSONObject) {
    self.object = object
  }

  var handler: TextTable.Cell { TextTable.Cell(object.text("handler")) }

  /// The event's number, and what it is.
  var event: [TextTable.Cell] {
    let what = [object.text("event"), object.text("scope")].compactMap { $0 }.joined(separator: " ")
    return [TextTable.Cell(String(object.number("sequence") ?? 0).padded(left: 5)), TextTable.Cell(what)]
  }

  /// How it ended, or how far it is.
  var state: TextTable.Cell {
    let isCutOff = object.text("state") == "running" && object["cutOff"] != nil
    let word = object.text("outcome") ?? (isCutOff ? "cut off" : object.text("state") ?? "")
    return TextTable.Cell(word, isCutOff ? .bad : Colours.Mood(of: word))
  }

  var tries: TextTable.Cell { TextTable.Cell(String(attempts).padded(left: 5)) }

  var accepted: TextTable.Cell { TextTable.Cell(object.text("time").map(Self.moment)) }

  var ended: TextTable.Cell { TextTable.Cell(object.text("ended").map(Self.moment) ?? "-") }

  /// What is not as one wants it, and why.
  var why: TextTable.Cell {
    let owner = object.text("owner").map { "of \($0)" }
    return TextTable.Cell([repetition, object.text("reason"), owner].compactMap { $0 }.joined(separator: "; "))
  }

  private var attempts: Int { object.number("attempts") ?? 0 }

  private var repetition: String? {
    guard let cutOff = object.number("cutOff") else { return nil }
    if attempts > cutOff { return "\(Self.ordinal(attempts)) attempt: a process died during the \(Self.ordinal(cutOff))" }
    let isOnly = object.text("outcome") == "interrupted" ? ", and there is only one" : ""
    return "a process died during the \(Self.ordinal(cutOff)) attempt" + isOnly
  }

  private static func ordinal(_ number: Int) -> String {
    let isTeen = 11...13 ~= number % 100
    switch number % 10 {
    case 1 where !isTeen: return "\(number)st"
    case 2 where !isTeen: return "\(number)nd"
    case 3 where !isTeen: return "\(number)rd"
    default: return "\(number)th"
    }
  }

  /// A time of ISO 8601 to the second: `2026-01-31 12:00:00Z`.
  static func moment(_ time: String) -> String {
    time.prefix(19).map { $0 == "T" ? " " : String($0) }.joined() + "Z"
  }
}
