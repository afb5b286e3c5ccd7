/// `lifebus emit`, which waits until the event has settled.
actor EmitOnce: Contender {
  /// How the client is built.
  enum Build: Sendable {
    case forUse
    case withLibraries
  }

  nonisolated let name = "lifebus emit"
  private let build: Build
  private let programs: Programs
  private let workplace: Workplace
  private var host: HostServer?

  init(_ build: Build, _ programs: Programs, _ workplace: Workplace) {
    (self.build, self.programs, self.workplace) = (build, programs, workplace)
  }

  func prepare() throws { host = try HostServer(programs, workplace) }

  func measure() throws -> Double {
    let socket = host?.socket ?? ""
    let client = build == .forUse ? try programs.client() : try programs.own("lifebus")
    return try WholeProcess.measure(client, ["emit", "custom", "tick", "--socket", socket], for: self)
  }

  func finish() {
    host?.end()
    host = nil
  }
}
