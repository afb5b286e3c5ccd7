/// A trouble that is told once while it lasts.
struct Trouble {
  private var last: String?

  /// Notes a trouble; false if it is the one that lasts.
  mutating func isNews(_ text: String) -> Bool {
    defer { last = text }
    return text != last
  }

  /// Notes that there is none any more.
  mutating func end() { last = nil }
}
