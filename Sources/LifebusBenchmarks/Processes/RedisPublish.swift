/// `redis-cli` to a server of this run.
actor RedisPublish: Contender {
  /// What the server does with an event before it answers.
  enum Keeping: Sendable {
    /// It hands it to subscribers, of whom there are none.
    case keepsNothing
    /// It adds it to a stream that is on the disk then, as an event of a durable handler is.
    case synchronizes
  }

  nonisolated let name: String
  private let keeping: Keeping
  private let workplace: Workplace
  private var server: Server?
  private var port = ""

  init(_ workplace: Workplace, _ keeping: Keeping) {
    (self.workplace, self.keeping) = (workplace, keeping)
    name = keeping == .keepsNothing ? "redis-cli publish" : "redis-cli xadd, appendfsync always"
  }

  func prepare() throws {
    _ = try Programs.installed("redis-cli")
    port = String(Int.random(in: 20_000..<60_000))
    server = try Server(
      Programs.installed("redis-server"),
      [
        "--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", workplace.path, "--appendfsync", "always",
        "--appendonly", keeping == .keepsNothing ? "no" : "yes",
      ],
      says: .output, "Ready to accept connections")
  }

  func measure() throws -> Double {
    let command = keeping == .keepsNothing ? ["publish", "events", "tick"] : ["xadd", "events", "*", "name", "tick"]
    return try WholeProcess.measure(Programs.installed("redis-cli"), ["-p", port] + command, for: self)
  }

  func finish() {
    server?.end()
    server = nil
  }
}
