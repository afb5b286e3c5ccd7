internal import LifebusSystem
internal import LifebusWire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Carries an exchange between a host, standard input and standard output: the one place that waits, for all of them at once.
///
/// Nothing is read that cannot be passed on: a host that is slow stops the reading of the input, a reader that is slow that of the
/// host. Standard input and output keep their mode, which other programs share.
struct Conversation {
  private static let chunkSize = 1 << 16
  /// What a pipe that has any room takes without waiting.
  private static let pipeRoom = 4_096
  /// The bytes that wait to be printed; where there are more, the host is not read.
  private static let printLimit = 1 << 18

  private let socket: Descriptor
  private let input: Descriptor?
  private let output = Descriptor.standardOutput
  private let sendsEvents: Bool
  private var exchange: Exchange
  private var printed = ByteQueue()
  private var isOutputWatched = true
  private let start = ContinuousClock.now

  /// What is ready.
  private struct Readiness {
    var socket: Int32 = 0
    var input: Int32 = 0
    var output: Int32 = 0
  }

  /// Begins a conversation on a connection.
  ///
  /// - Parameters:
  ///   - socket: The connection.
  ///   - request: What is asked for.
  ///   - patience: How long the host may take.
  ///   - events: What is sent after the request.
  ///   - input: Where more comes from that is to be sent.
  init(
    on socket: Descriptor, _ request: WireRequest, patience: Exchange.Patience, events: [UInt8] = [], input: Descriptor? = nil
  ) {
    self.socket = socket
    self.input = input
    if case .emit = request { sendsEvents = true } else { sendsEvents = false }
    exchange = Exchange(request, patience: patience, at: .zero)
    exchange.feed(events, at: .zero)
    if input == nil { exchange.endFeed(at: .zero) }
  }

  /// How many lines that were sent have no answer.
  var unanswered: Int { exchange.unanswered }

  /// Talks until one side has ended it, and all is printed; what comes from the host is given to `hear`, which returns what is to
  /// be printed of it.
  mutating func run(_ hear: (Exchange.Heard) -> [UInt8]) throws(SystemError) -> Ending {
    send()
    while exchange.ending == nil {
      let hears = printed.count < Self.printLimit
      let ready = try wait(hears: hears)
      if ready.socket & Int32(POLLOUT) != 0 { send() }
      if ready.socket & Int32(POLLIN | POLLHUP | POLLERR) != 0 { receive(hear) }
      if ready.input != 0 { read() }
      if ready.output != 0 { try print(ready.output) }
      if !hears { exchange.excuse(at: now) }
      exchange.tick(at: now)
    }
    try output.write(printed.withFirst { Array($0) })
    return exchange.ending ?? .cutOff
  }

  private var now: Duration { start.duration(to: .now) }

  private func wait(hears: Bool) throws(SystemError) -> Readiness {
    let toHost = (exchange.unsent.isEmpty ? 0 : POLLOUT) | (hears ? POLLIN : 0)
    // A reader that is gone ends the program, but not before all is sent.
    let watchesOutput = !printed.isEmpty || exchange.isSent && isOutputWatched
    var polled = [
      pollfd(fd: socket.raw, events: Int16(toHost), revents: 0),
      pollfd(fd: exchange.takesMore ? input?.raw ?? -1 : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watchesOutput ? output.raw : -1, events: Int16(printed.isEmpty ? 0 : POLLOUT), revents: 0),
    ]
    _ = try SystemError.check { poll(&polled, nfds_t(polled.count), timeout) }
    return Readiness(socket: Int32(polled[0].revents), input: Int32(polled[1].revents), output: Int32(polled[2].revents))
  }

  /// Whole milliseconds, rounded up: what is due then is due.
  private var timeout: Int32 {
    guard let tick = exchange.nextTick else { return -1 }
    return Int32(clamping: max(0, (tick - now).microseconds + 999) / 1_000)
  }

  private mutating func send() {
    do throws(SystemError) {
      while !exchange.unsent.isEmpty {
        let sent = try exchange.unsent.withFirst { bytes throws(SystemError) in try socket.send(bytes) }
        guard let sent else { return }
        exchange.sent(sent, at: now)
      }
    } catch {
      // What the host said before it went away can still be read.
      exchange.stopSending()
    }
    if sendsEvents, exchange.isSent { socket.shutDownSending() }
  }

  private mutating func receive(_ hear: (Exchange.Heard) -> [UInt8]) {
    do throws(SystemError) {
      guard let bytes = try socket.receive(Self.chunkSize) else { return }
      guard !bytes.isEmpty else { return exchange.close() }
      for heard in exchange.receive(bytes, at: now) { printed.append(hear(heard)) }
    } catch {
      exchange.close()
    }
  }

  private mutating func read() {
    let bytes: [UInt8]?
    do throws(SystemError) { bytes = try input?.readSome(Self.chunkSize) } catch { Talk.giveUpReading(error) }
    guard let bytes else { return }
    if bytes.isEmpty { exchange.endFeed(at: now) } else { exchange.feed(bytes, at: now) }
    send()
  }

  private mutating func print(_ readiness: Int32) throws(SystemError) {
    guard readiness & Int32(POLLERR | POLLHUP) == 0 else { throw SystemError(code: EPIPE) }
    // Some systems cannot poll devices, which are ready at any time.
    if readiness & Int32(POLLNVAL) != 0 { isOutputWatched = false }
    let count = try printed.withFirst(Self.pipeRoom) { bytes throws(SystemError) in try output.writeSome(bytes) }
    printed.removeFirst(count ?? 0)
  }
}
