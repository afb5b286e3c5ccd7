internal import LifebusSystem
internal import LifebusThreads

/// Reads the host's lines on a thread of its own.
struct HostLines {
  /// The longest line that is read (8 MiB): an event has at most 1 MiB, and options as much.
  private static let lengthLimit = 1 << 23
  private static let chunkSize = 1 << 16

  private let input: Descriptor
  private var splitter = LineSplitter(limit: lengthLimit)

  /// Gives each line to the conversation, and says when there are no more.
  static func read(_ input: Descriptor, for conversation: Conversation) {
    Task.detached(executorPreference: ThreadExecutor(name: "lifebus.host")) {
      var lines = HostLines(input: input)
      try? lines.read { conversation.take($0) }
      conversation.end(.gone)
    }
  }

  private init(input: Descriptor) {
    self.input = input
  }

  private mutating func read(_ take: (LineSplitter.Line) -> Void) throws(SystemError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      guard let count = try input.readSome(into: buffer) else {
        _ = try input.wait()
        continue
      }
      guard count > 0 else { return }
      for line in splitter.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { take(line) }
    }
  }
}
