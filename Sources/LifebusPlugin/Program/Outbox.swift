internal import LifebusSystem
internal import LifebusThreads
internal import LifebusWire

/// Lines on their way to the host, in order: whoever puts one in never waits.
///
/// Cycle: lines are put in, and sent by one thread at a time: by who calls ``send()``, as long as the pipe takes them at once, else by
/// a thread of the outbox's own, which waits for the host and goes on until nothing is left.
final class Outbox: Sendable {
  /// Lines that may wait while the host does not read: more talk is lost, and counted, and more posts are refused.
  static let limit = 10_000
  /// A pipe that can be written to takes so many bytes at once.
  private static let chunkSize = 4_096

  private struct State {
    var waiting: [OutgoingLine] = []
    var isSending = false
    /// Lines of talk that were lost.
    var lost = 0
  }

  private let output: Descriptor
  private let state = Lock(State())
  /// What the pipe does not take at once, for the outbox's own thread.
  private let rest = Handoff<[UInt8]>(limit: .max)

  init(_ output: Descriptor) {
    self.output = output
  }

  var isFull: Bool { state.withLock { $0.waiting.count >= Self.limit } }

  /// Puts a line in, to be sent later.
  func put(_ line: OutgoingLine) { state.withLock { $0.waiting.append(line) } }

  /// Sends a line.
  func send(_ reply: PluginReply) {
    put(.reply(reply))
    send()
  }

  /// Sends a line of talk.
  func log(_ text: String) {
    state.withLock { state in
      guard state.waiting.count < Self.limit else { return state.lost += 1 }
      if state.lost > 0 { state.waiting.append(.reply(.log("\(state.lost) lines are lost: the host did not read them"))) }
      state.lost = 0
      state.waiting.append(.reply(.log(text)))
    }
    send()
  }

  /// Sends what was put in, if no other thread does so.
  func send() {
    let isFree = state.withLock { state in
      defer { state.isSending = true }
      return !state.isSending
    }
    guard isFree else { return }
    while let bytes = next() {
      guard fits(bytes) else { return _ = rest.put(bytes) }
      write(bytes)
    }
  }

  /// Lets nothing more wait for the host.
  func finish() { rest.finish() }

  /// Sends what the pipe does not take at once, until the outbox is finished; it blocks its thread.
  func serve() {
    while true {
      let batch = rest.takeAll()
      guard !batch.isEmpty else { return }
      for bytes in batch { write(bytes) }
      while let bytes = next() { write(bytes) }
      rest.done(batch.count)
    }
  }

  /// What is to be sent next; nil: nothing, and whoever puts something in sends it.
  private func next() -> [UInt8]? {
    let lines = state.withLock { state in
      defer { state.waiting = [] }
      if state.waiting.isEmpty { state.isSending = false }
      return state.waiting
    }
    return lines.isEmpty ? nil : lines.flatMap { Array("\($0.text)\n".utf8) }
  }

  private func fits(_ bytes: [UInt8]) -> Bool {
    bytes.count <= Self.chunkSize && (try? output.wait(toWrite: true, within: .zero)) == .ready
  }

  /// What nobody reads any more is dropped: the end of the input tells the rest.
  private func write(_ bytes: [UInt8]) { try? output.write(bytes) }
}

/// A line for the host; what takes work becomes text when it is sent.
enum OutgoingLine: Sendable {
  case reply(PluginReply)
  /// An event, caused by a delivery's or by nothing.
  case post(PostedEvent, delivery: Int?)

  var text: String {
    switch self {
    case .reply(let reply): reply.line
    case .post(let event, let delivery): PluginReply.post(event.object, delivery: delivery).line
    }
  }
}
