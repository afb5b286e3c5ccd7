internal import Lifebus
internal import LifebusSystem
internal import LifebusThreads
internal import LifebusWire

/// One client: its request is read, and served to the end.
struct Client: Sendable {
  let connection: ClientConnection
  let house: House

  /// What clients are served from.
  struct House: Sendable {
    let pid: Int
    let version: String
    let intake: Intake
    /// The plugins that the host knows, and those that it has.
    let known: [HandlerID]
    let plugins: [HostedPlugin]
    /// The time of day of the bus's clock, for JSON.
    let clock: WallClock
    let ledger: LedgerDesk
    /// How many clients there are.
    let clients: @Sendable () -> Int

    var bus: LifecycleBus { intake.bus }
    var hosted: [HandlerID] { plugins.map(\.id) }
  }

  /// Serves the client; returns when it is gone, or has all that it asked for.
  func serve() async {
    var lines = ClientLines(connection)
    do throws(ClientConnection.Failure) {
      guard let first = try lines.next() else { return }
      switch request(first) {
      case .success(let request): try await serve(request, &lines)
      case .failure(let error): try refuse(error)
      }
    } catch {
      if error == .idle { try? refuse("nothing came for \(connection.limits.idle.brief)", .badInput) }
    }
  }

  private func request(_ line: LineSplitter.Line) -> Result<WireRequest, WireError> {
    guard let bytes = line.bytes else { return .failure(.malformed("the request is too long")) }
    do throws(WireError) { return .success(try WireRequest(bytes)) } catch { return .failure(error) }
  }

  private func serve(_ request: WireRequest, _ lines: inout ClientLines) async throws(ClientConnection.Failure) {
    switch request {
    case .emit(let wait, let timeout): try await emit(&lines, wait, within: .milliseconds(timeout))
    case .tail(let tail): try await watch(tail)
    case .status: try answer([StatusLine(house.bus.snapshot(), house).text])
    case .plan: try answer(house.bus.plan().map { PlanLine($0).text })
    case .plugins: try answer(await PluginLine.lines(house))
    case .reload(let plugin): try await reload(HandlerID(plugin))
    case .explain(let id, let source, let handler):
      switch Explaining(house.bus, id: id, source: source, handler: handler).lines {
      case .success(let lines): try answer(lines)
      case .failure(let problem): try refuse(problem.description, .badInput)
      }
    case .ledger(let request): try answer(request)
    }
  }

  /// Looking at a large ledger takes its time: the client hears before that somebody is there.
  private func answer(_ request: LedgerRequest) throws(ClientConnection.Failure) {
    try greet()
    let lines = Result { try house.ledger.answer(request) }
    switch lines {
    case .success(let lines):
      try connection.write(lines)
      try end(.complete)
    case .failure(let error): try refuse("\(error)", .badInput)
    }
  }

  // MARK: Lines about the connection

  func greet() throws(ClientConnection.Failure) {
    try connection.write([WireLine.greeting(pid: house.pid, appVersion: house.version).text])
  }

  func end(_ reason: WireLine.End) throws(ClientConnection.Failure) {
    try connection.write([WireLine.end(reason).text])
  }

  func refuse(_ reason: String, _ code: ExitCode) throws(ClientConnection.Failure) {
    try connection.write([WireLine.refusal(reason, exitCode: Int(code.rawValue)).text])
  }

  private func refuse(_ error: WireError) throws(ClientConnection.Failure) {
    switch error {
    case .malformed(let problem): try refuse(problem, .badInput)
    case .otherVersion(let version):
      let theirs = version.map { "protocol \($0)" } ?? "no protocol that this host knows"
      try refuse(
        "the client speaks \(theirs), and this host protocol \(Wire.version): use lifebus and lifebus-host of one release",
        .otherVersion)
    }
  }

  private func answer(_ lines: [String]) throws(ClientConnection.Failure) {
    let greeting = WireLine.greeting(pid: house.pid, appVersion: house.version).text
    try connection.write([greeting] + lines + [WireLine.end(.complete).text])
  }
}
