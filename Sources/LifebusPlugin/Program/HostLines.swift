internal import LifebusSystem
internal import LifebusThreads

/// Reads the host's lines on a thread of its own.
enum HostLines {
  /// The longest line that is read (8 MiB): an event has at most 1 MiB, and options as much.
  private static let lengthLimit = 1 << 23
  private static let chunkSize = 1 << 16

  /// Gives each line to the conversation, and says when there are no more.
  static func read(_ input: Descriptor, for conversation: Conversation) {
    Task.detached(executorPreference: ThreadExecutor(name: "lifebus.host")) {
      var splitter = LineSplitter(limit: lengthLimit)
      while let bytes = try? input.readSome(chunkSize), !bytes.isEmpty {
        for line in bytes.withUnsafeBytes({ splitter.take($0) }) { conversation.take(line) }
      }
      conversation.end(.gone)
    }
  }
}
