internal import Lifebus
internal import LifebusSystem
internal import LifebusThreads
internal import LifebusWire
internal import Synchronization

/// What the bus does, sent to a client as it happens.
///
/// One thread sends; the client's own waits for its end, since a client that is gone is to be noticed before the next event.
extension Client {
  func watch(_ request: WireRequest.Tail) async throws(ClientConnection.Failure) {
    let activity = house.bus.activity(buffering: connection.limits.tailBuffer)
    try greet()
    let tail = Tail(connection, request, format: format(request.form))
    let thread = ThreadExecutor(name: "lifebus-tail")
    defer { thread.close() }
    let sending = Task(executorPreference: thread) {
      defer { connection.endReading() }
      return await tail.send(activity)
    }
    // A task that is cancelled still gets what has happened so far.
    let idling = Task {
      guard request.untilIdle, (try? await house.bus.idle()) != nil else { return }
      tail.isIdle.store(true, ordering: .releasing)
      sending.cancel()
    }
    connection.waitForEnd()
    sending.cancel()
    idling.cancel()
    guard let end = await sending.value else { throw .gone }
    try self.end(end)
  }

  private func format(_ form: WireRequest.Tail.Form) -> any ActivityFormat {
    switch form {
    case .json: JSONLines(clock: house.clock)
    case .timeline: Timeline(handlers: house.hosted, colours: .none)
    case .colouredTimeline: Timeline(handlers: house.hosted, colours: .terminal)
    }
  }
}

/// The sending side of a `tail`.
private final class Tail: Sendable {

  let isIdle = Atomic<Bool>(false)
  private let connection: ClientConnection
  private let request: WireRequest.Tail
  private let format: any ActivityFormat

  init(_ connection: ClientConnection, _ request: WireRequest.Tail, format: any ActivityFormat) {
    self.connection = connection
    self.request = request
    self.format = format
  }

  /// Sends what happens, until it is enough; says why it was, nil if the client is gone.
  func send(_ activity: ActivityStream) async -> WireLine.End? {
    var format = format
    var left = request.count ?? .max
    var shutsDown = false
    do throws(ClientConnection.Failure) {
      while left > 0, let item = await activity.next() {
        if item.kind == .shuttingDown { shutsDown = true }
        guard let line = format.line(for: item), wants(item) else { continue }
        try connection.write([line])
        left -= 1
      }
    } catch {
      return nil
    }
    return left == 0 || (isIdle.load(ordering: .acquiring) && !shutsDown) ? .complete : .shutdown
  }

  private func wants(_ item: Activity) -> Bool {
    if case .lost = item.kind { return true }
    if let handler = request.handler, item.handler?.rawValue != handler { return false }
    guard let type = request.type else { return true }
    guard let kind = item.subject?.event.kind else { return false }
    return kind == type || (type == LineType.custom.rawValue && kind.hasPrefix("custom:"))
  }
}
