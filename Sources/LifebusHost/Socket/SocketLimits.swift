/// The bounds of a host's socket, with default, unit, and what happens there.
struct SocketLimits: Equatable, Sendable {
  /// Clients at one time (256); one more is told so, and closed.
  var clients = 256
  /// How long a client that has nothing in work may say nothing (60 s); then it is told so, and closed.
  var idle = Duration.seconds(60)
  /// How long a client may take nothing of what is sent to it (30 s); then it is closed.
  var unread = Duration.seconds(30)
  /// Lines of one client that are not answered yet (1 024); then no more are read of it.
  var unanswered = 1_024
  /// Items of activity that wait for one `tail` (8 192); beyond this the oldest goes, and the `tail` gets the count.
  var tailBuffer = 8_192
  /// Events that wait for the launch (10 000); one more is refused.
  var heldBeforeLaunch = 10_000
  /// How often a plugin's program may end by itself; one more, and the plugin is quarantined.
  var children = ChildLimits()

  /// The names in the configuration, each with its smallest value, its largest, and where it goes.
  private static let names: [(name: String, range: ClosedRange<Int>, set: @Sendable (inout SocketLimits, Int) -> Void)] = [
    ("clients", 1...10_000, { $0.clients = $1 }),
    ("idleSeconds", 1...86_400, { $0.idle = .seconds($1) }),
    ("unreadSeconds", 1...86_400, { $0.unread = .seconds($1) }),
    ("unansweredLines", 1...1_000_000, { $0.unanswered = $1 }),
    ("tailItems", 1...10_000_000, { $0.tailBuffer = $1 }),
    ("heldBeforeLaunch", 0...10_000_000, { $0.heldBeforeLaunch = $1 }),
    ("restarts", 0...1_000_000, { $0.children.restarts = $1 }),
    ("restartSeconds", 1...86_400, { $0.children.window = .seconds($1) }),
  ]

  static var known: String { names.map(\.name).joined(separator: ", ") }

  /// Sets the limit of a name, as the configuration has it.
  mutating func set(_ name: String, to number: Int?) throws(HostError) {
    guard let limit = Self.names.first(where: { $0.name == name }) else {
      throw HostError("limit '\(name)' is unknown; known are \(Self.known)")
    }
    guard let number, limit.range.contains(number) else {
      throw HostError("limit '\(name)' must be a whole number from \(limit.range.lowerBound) to \(limit.range.upperBound)")
    }
    limit.set(&self, number)
  }
}
