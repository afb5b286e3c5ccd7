internal import LifebusSystem
internal import LifebusThreads

/// Takes clients in at a host's socket, and serves each on a thread of its own: no handler that blocks Swift's shared pool keeps
/// anybody from asking what it does.
///
/// Cycle: ``start(_:)`` accepts until ``stop()``, which interrupts whoever waits for a client, and returns when all are served.
final class SocketServer: Sendable {
  /// How long nobody is taken in after the system had no descriptor for another client.
  private static let pause = Duration.milliseconds(100)

  private struct State {
    var clients: [Int: Task<Void, Never>] = [:]
    var taken = 0
    var accepting: Task<Void, Never>?
  }

  private let socket: HostSocket
  private let limits: SocketLimits
  private let interrupt: (reading: Descriptor, writing: Descriptor)
  private let state = Lock(State())

  init(_ socket: HostSocket, limits: SocketLimits) throws(HostError) {
    self.socket = socket
    self.limits = limits
    do throws(SystemError) { interrupt = try Descriptor.pipe() } catch {
      throw HostError("the socket '\(socket.path)' cannot be served: \(error)")
    }
  }

  var path: String { socket.path }

  /// How many clients there are at this instant.
  var clients: Int { state.withLock { $0.clients.count } }

  /// Begins to take clients in; those that came before have waited.
  func start(_ house: Client.House) {
    let thread = ThreadExecutor(name: "lifebus-socket")
    let accepting = Task.detached(executorPreference: thread) {
      defer { thread.close() }
      self.accept(house)
    }
    state.withLock { $0.accepting = accepting }
  }

  private func accept(_ house: Client.House) {
    while (try? socket.listener.wait(unless: interrupt.reading)) == .ready {
      do throws(SystemError) {
        if let client = try LocalSocket.accept(on: socket.listener) { admit(client, house) }
      } catch {
        // No descriptor is left, for now.
        _ = try? interrupt.reading.wait(within: Self.pause)
      }
    }
  }

  private func admit(_ descriptor: Descriptor, _ house: Client.House) {
    let connection = ClientConnection(socket: descriptor, interrupt: interrupt.reading, limits: limits)
    let client = Client(connection: connection, house: house)
    let thread = ThreadExecutor(name: "lifebus-client")
    let number = state.withLock { state -> Int? in
      guard state.clients.count < limits.clients else { return nil }
      state.taken += 1
      return state.taken
    }
    guard let number else {
      try? client.refuse("the host has \(limits.clients) clients, which is its limit: try again", .noHost)
      return descriptor.close()
    }
    let (begin, begins) = AsyncStream<Void>.makeStream()
    let serving = Task.detached(executorPreference: thread) {
      for await _ in begin {}
      await client.serve()
      descriptor.close()
      thread.close()
      self.state.withLock { $0.clients[number] = nil }
    }
    state.withLock { $0.clients[number] = serving }
    begins.finish()
  }

  /// Takes nobody in any more, and returns when all clients were told what there is to tell.
  func stop() async {
    try? interrupt.writing.write([0])
    await state.withLock { $0.accepting }?.value
    for client in state.withLock({ Array($0.clients.values) }) { await client.value }
    socket.close()
    interrupt.reading.close()
    interrupt.writing.close()
  }
}
