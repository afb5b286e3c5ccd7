internal import LifebusHandlerText

/// A begin or an end of a call, or a stop, as `order` and `never` name it: `HANDLER:KIND(WHAT)@N/end`, `HANDLER:stop@N`.
struct TraceReference: Sendable, Equatable {
  enum Moment: Sendable, Equatable {
    case begin
    case end
    case stop
  }

  let text: String
  let handler: String
  /// `KIND` or `KIND(WHAT)`; empty for a stop.
  let call: String
  let moment: Moment
  /// Which one, counted from 1.
  let number: Int

  /// Reads a reference; nil if its handler or kind is not known.
  ///
  /// Of two handlers that fit, the one with the longer name counts.
  init?(_ text: String, handlers: Set<String>) {
    guard let handler = handlers.filter({ text.hasPrefix($0 + ":") }).max(by: { $0.count < $1.count }) else { return nil }
    var rest = text.dropFirst(handler.count + 1)
    let isEnd = rest.hasSuffix("/end")
    if isEnd { rest = rest.dropLast("/end".count) }
    guard let number = Self.takeNumber(&rest) else { return nil }
    self.text = text
    self.handler = handler
    self.number = number
    if rest == "stop" {
      guard !isEnd else { return nil }
      call = ""
      moment = .stop
    } else {
      guard EventKind(describing: String(rest)) != nil else { return nil }
      call = String(rest)
      moment = isEnd ? .end : .begin
    }
  }

  /// Takes `@N` off the end; 1 without one.
  private static func takeNumber(_ rest: inout Substring) -> Int? {
    guard let at = rest.lastIndex(of: "@"), let number = Int(rest[rest.index(after: at)...]) else { return 1 }
    rest = rest[..<at]
    return number > 0 ? number : nil
  }

  /// True for a call that is written `KIND(WHAT)`, or `KIND` alone.
  func matches(call text: String, kind: String) -> Bool { call == kind || call == text }
}
