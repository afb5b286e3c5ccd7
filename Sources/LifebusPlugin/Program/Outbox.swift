internal import LifebusSystem
internal import LifebusThreads
internal import LifebusWire
internal import Synchronization

/// Lines on their way to the host, in order: who puts one in never waits.
final class Outbox: Sendable {
  /// Lines that may wait while the host does not read: more talk is lost, and counted, and more posts are refused.
  static let limit = 10_000

  private let output: Descriptor
  private let lines = Handoff<OutgoingLine>(limit: .max)
  private let waiting = Atomic<Int>(0)
  private let lost = Atomic<Int>(0)

  init(_ output: Descriptor) {
    self.output = output
  }

  var isFull: Bool { waiting.load(ordering: .relaxed) >= Self.limit }

  func put(_ line: OutgoingLine) {
    waiting.add(1, ordering: .relaxed)
    _ = lines.put(line)
  }

  /// Puts in a line of talk.
  func log(_ text: String) {
    guard !isFull else {
      lost.add(1, ordering: .relaxed)
      return
    }
    let lost = lost.exchange(0, ordering: .relaxed)
    if lost > 0 { put(.reply(.log("\(lost) lines before this one are lost: the host did not read them"))) }
    put(.reply(.log(text)))
  }

  /// Lets nothing more in.
  func finish() { lines.finish() }

  /// Writes what is put in, until the outbox is finished and empty; it blocks its thread.
  ///
  /// What nobody reads any more is dropped: the end of the input tells the rest.
  func write() {
    while true {
      let batch = lines.takeAll()
      guard !batch.isEmpty else { return }
      try? output.write(batch.flatMap { Array("\($0.text)\n".utf8) })
      waiting.subtract(batch.count, ordering: .relaxed)
      lines.done(batch.count)
    }
  }
}

/// A line for the host; what takes work becomes text on the outbox's thread.
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
