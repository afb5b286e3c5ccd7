internal import Lifebus
internal import LifebusSystem

/// Activity as lines for people, in columns: time, event, scope, handler, outcome, duration, and what else there is to say.
struct Timeline: ActivityFormat {
  private let handlerWidth: Int
  private let colours: Colours
  private var attempts = Attempts()

  /// - Parameters:
  ///   - handlers: The names that are to be expected; the column is as wide as the longest.
  ///   - colours: Whether the output is coloured.
  init(handlers: [HandlerID], colours: Colours) {
    handlerWidth = handlers.map(\.rawValue.count).max() ?? 0
    self.colours = colours
  }

  mutating func line(for activity: Activity) -> String? {
    let attempt = attempts.attempt(of: activity)
    guard let row = Row(activity, attempt: attempt) else { return nil }
    return text(of: row, at: activity.time)
  }

  private func text(of row: Row, at time: Duration) -> String {
    var columns = [
      colours.dim(Self.seconds(time).padded(left: 9)), visible(row.event).padded(30), visible(row.scope).padded(12),
      visible(row.handler).padded(handlerWidth), colours.paint(visible(row.outcome).padded(12), row.mood),
      row.duration.padded(left: 8),
    ]
    let details = row.details.map(visible).filter { !$0.isEmpty }
    if !details.isEmpty { columns.append(colours.dim(details.joined(separator: "  "))) }
    let line = columns.joined(separator: "  ")
    let end = line.utf8.lastIndex { $0 != UInt8(ascii: " ") } ?? line.startIndex
    return String(line[...end])
  }

  func lines(for summary: Summary) -> [String] {
    let numbers = [
      Self.count(summary.events, "event", "events"), Self.count(summary.entries, "entry", "entries"),
      Self.count(summary.exits, "exit", "exits"),
    ]
    var lines = ["", numbers.joined(separator: ", ")]
    for handler in Set(summary.tally.outcomes.keys).union(summary.held.keys).sorted() {
      lines.append("  " + visible(handler.rawValue).padded(handlerWidth) + "  " + Self.outcomes(of: handler, summary))
    }
    return lines
  }

  private static func outcomes(of handler: HandlerID, _ summary: Summary) -> String {
    // What a gate holds is left over when the bus is shut down: it is named once, as held.
    let held = summary.held[handler] ?? 0
    var counts = summary.tally.outcomes[handler] ?? [:]
    let leftover = SkipReason.leftover.rawValue
    if let left = counts[leftover] { counts[leftover] = left > held ? left - held : nil }
    var words = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    if held > 0 { words.append("\(held) held") }
    return words.joined(separator: ", ")
  }

  private static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }

  private static func seconds(_ time: Duration) -> String { Decimals.text(microseconds: time.microseconds, per: 1_000_000) }
}
