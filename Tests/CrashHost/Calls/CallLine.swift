/// What a handler writes down of its calls, one line each.
enum CallLine: Equatable {
  /// A process, of this id, has the file from now on.
  case process(Int32)
  /// A call begins.
  case begin(Call)
  /// The call for the event of this id has done its work; with the handler's own count, if it has one.
  case end(id: String, count: Int?)

  /// What a handler is told of a call.
  struct Call: Equatable {
    let id: String
    let sequence: Int
    let attempt: Int
    let isFromEarlierProcess: Bool
  }

  /// The length of each line in bytes: none lies across two pages of memory, so that a killed process has written it or not.
  static let length = 64

  /// The line, with its end.
  var text: String {
    let text = words.joined(separator: " ")
    return text + String(repeating: " ", count: Self.length - 1 - text.utf8.count) + "\n"
  }

  private var words: [String] {
    switch self {
    case .process(let pid): ["process", "\(pid)"]
    case .begin(let call):
      ["begin", call.id, "\(call.sequence)", "\(call.attempt)", call.isFromEarlierProcess ? "earlier" : "new"]
    case .end(let id, let count): ["end", id] + (count.map { ["\($0)"] } ?? [])
    }
  }

  /// Reads a line; nil for what is none.
  init?(_ text: some StringProtocol) {
    let words = text.split(separator: " ")
    switch (words.first, words.count) {
    case ("process", 2):
      guard let pid = Int32(words[1]) else { return nil }
      self = .process(pid)
    case ("begin", 5):
      guard let sequence = Int(words[2]), let attempt = Int(words[3]) else { return nil }
      let isEarlier = words[4] == "earlier"
      self = .begin(Call(id: String(words[1]), sequence: sequence, attempt: attempt, isFromEarlierProcess: isEarlier))
    case ("end", 2...3): self = .end(id: String(words[1]), count: words.count == 3 ? Int(words[2]) : nil)
    default: return nil
    }
  }
}
