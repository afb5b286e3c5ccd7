import LifebusSystem
import LifebusThreads

/// Reads lines from a pipe on a thread of its own, for a test that waits for the next.
actor LineReader {
  private var lines: [String] = []
  private var isAtEnd = false
  private var waiter: CheckedContinuation<Void, Never>?

  init(_ pipe: Descriptor) {
    Task.detached(executorPreference: ThreadExecutor(name: "test-lines")) { [self] in
      var splitter = LineSplitter(limit: 1 << 24)
      while let bytes = try? pipe.readSome(1 << 16), !bytes.isEmpty {
        await add(bytes.withUnsafeBytes { splitter.take($0) })
      }
      if let last = splitter.finish() { await add([last]) }
      await end()
    }
  }

  /// Waits for the next line; nil at the end.
  func next() async -> String? {
    while lines.isEmpty, !isAtEnd { await withCheckedContinuation { waiter = $0 } }
    return lines.isEmpty ? nil : lines.removeFirst()
  }

  /// Waits for the end, and returns all lines that have not been taken.
  func rest() async -> [String] {
    while !isAtEnd { await withCheckedContinuation { waiter = $0 } }
    defer { lines = [] }
    return lines
  }

  private func add(_ lines: [LineSplitter.Line]) {
    self.lines += lines.map { String(decoding: $0.bytes ?? [], as: UTF8.self) }
    wake()
  }

  private func end() {
    isAtEnd = true
    wake()
  }

  private func wake() {
    waiter?.resume()
    waiter = nil
  }
}
