/// A `lifebus-host` of this run with one plugin, which writes each event to a file.
struct HostServer: Sendable {
  let socket: String
  private let server: Server

  init(_ programs: Programs, _ workplace: Workplace) throws {
    let state = workplace.newPath("state")
    socket = workplace.newPath("socket")
    server = try Server(
      programs.own("lifebus-host"), ["--plugins", "analytics-logger", "--state", state, "--socket", socket],
      says: .talk, "listens at")
    let launch = try ChildProcess(programs.own("lifebus"), ["emit", "launch", "--socket", socket])
    guard try launch.code() == 0 else { throw Skip(reason: "the host takes no launch") }
  }

  var id: Int32 { server.id }

  func end() { server.end() }
}
