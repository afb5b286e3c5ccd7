package import LifebusSystem
internal import LifebusThreads

/// Reads lines on a thread of its own, for a test that waits for one.
package actor LineReader {
  package private(set) var lines: [String] = []
  private var taken = 0
  private var isAtEnd = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Starts to read, when `start` is over if there is one.
  package init(_ source: Descriptor, after start: AsyncStream<Void>? = nil) {
    let thread = ThreadExecutor(name: "test-lines")
    Task.detached(executorPreference: thread) { [self] in
      defer { thread.close() }
      if let start { for await _ in start {} }
      var splitter = LineSplitter(limit: 1 << 24)
      while let bytes = try? source.readSome(1 << 16), !bytes.isEmpty {
        await add(bytes.withUnsafeBytes { splitter.take($0) })
      }
      if let last = splitter.finish() { await add([last]) }
      await end()
    }
  }

  /// Waits for the line after the one that was taken last; nil at the end.
  package func next() async -> String? {
    while taken == lines.count, !isAtEnd { await wait() }
    guard taken < lines.count else { return nil }
    defer { taken += 1 }
    return lines[taken]
  }

  /// Waits for the end, and returns all lines that have not been taken.
  package func rest() async -> [String] {
    let all = await all()
    defer { taken = all.count }
    return Array(all[taken...])
  }

  /// Waits for the end, and returns all lines.
  package func all() async -> [String] {
    while !isAtEnd { await wait() }
    return lines
  }

  /// Waits for the first of all lines that contains the text; nil if none does.
  package func line(with text: String) async -> String? { await line { $0.contains(text) } }

  /// Waits for so many lines that contain the text, and returns the last of them; nil if there are fewer.
  package func line(with text: String, count: Int) async -> String? { await line(count: count) { $0.contains(text) } }

  /// Waits for the first of all lines that contains the pattern; nil if none does.
  package func line(matching pattern: sending Regex<Substring>) async -> String? { await line { $0.contains(pattern) } }

  private func line(count: Int = 1, where isMeant: (String) -> Bool) async -> String? {
    while true {
      let found = lines.filter(isMeant)
      if found.count >= count { return found[count - 1] }
      guard !isAtEnd else { return nil }
      await wait()
    }
  }

  private func wait() async { await withCheckedContinuation { waiters.append($0) } }

  private func add(_ lines: [LineSplitter.Line]) {
    self.lines += lines.map { String(decoding: $0.bytes ?? [], as: UTF8.self) }
    wake()
  }

  private func end() {
    isAtEnd = true
    wake()
  }

  private func wake() {
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
