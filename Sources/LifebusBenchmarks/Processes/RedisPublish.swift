/// `redis-cli publish` to a server of this run, which keeps nothing.
actor RedisPublish: Contender {
  nonisolated let name = "redis-cli publish"
  private let workplace: Workplace
  private var server: Server?
  private var port = ""

  init(_ workplace: Workplace) { self.workplace = workplace }

  func prepare() throws {
    _ = try Programs.installed("redis-cli")
    port = String(Int.random(in: 20_000..<60_000))
    server = try Server(
      Programs.installed("redis-server"),
      ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", workplace.path],
      says: .output, "Ready to accept connections")
  }

  func measure() throws -> Double {
    try WholeProcess.measure(Programs.installed("redis-cli"), ["-p", port, "publish", "events", "tick"], for: self)
  }

  func finish() {
    server?.end()
    server = nil
  }
}
