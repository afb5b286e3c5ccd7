/// `lifebus emit`, which waits until the event has settled.
actor EmitOnce: Contender {
  nonisolated let name = "lifebus emit"
  private let programs: Programs
  private let workplace: Workplace
  private var host: HostServer?

  init(_ programs: Programs, _ workplace: Workplace) {
    (self.programs, self.workplace) = (programs, workplace)
  }

  func prepare() throws { host = try HostServer(programs, workplace) }

  func measure() throws -> Double {
    let socket = host?.socket ?? ""
    return try WholeProcess.measure(programs.own("lifebus"), ["emit", "custom", "tick", "--socket", socket], for: self)
  }

  func finish() {
    host?.end()
    host = nil
  }
}
