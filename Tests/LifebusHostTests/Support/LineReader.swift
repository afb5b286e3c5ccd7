import Foundation
import LifebusSystem
import LifebusThreads

@testable import LifebusHost

/// Reads lines from a pipe on a thread of its own, for a test that waits for one.
actor LineReader {
  private(set) var lines: [String] = []
  private var isAtEnd = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Starts to read, when `start` is over if there is one.
  init(_ pipe: Descriptor, after start: AsyncStream<Void>? = nil) {
    Task.detached(executorPreference: ThreadExecutor(name: "test-lines")) { [self] in
      if let start { for await _ in start {} }
      var splitter = LineSplitter(limit: 1 << 24)
      while let bytes = try? pipe.readSome(), !bytes.isEmpty {
        await add(bytes.withUnsafeBytes { splitter.take($0) })
      }
      if let last = splitter.finish() { await add([last]) }
      await end()
    }
  }

  /// Waits for the first line that contains the text; nil if the pipe ends without one.
  func line(with text: String) async -> String? { await line { $0.contains(text) } }

  /// Waits for so many lines that contain the text, and returns the last of them; nil if the pipe ends with fewer.
  func line(with text: String, count: Int) async -> String? {
    while true {
      let found = lines.filter { $0.contains(text) }
      if found.count >= count { return found[count - 1] }
      guard !isAtEnd else { return nil }
      await withCheckedContinuation { waiters.append($0) }
    }
  }

  /// Waits for the first line that contains the pattern; nil if the pipe ends without one.
  func line(matching pattern: sending Regex<Substring>) async -> String? { await line { $0.contains(pattern) } }

  private func line(where isMeant: (String) -> Bool) async -> String? {
    while true {
      if let line = lines.first(where: isMeant) { return line }
      guard !isAtEnd else { return nil }
      await withCheckedContinuation { waiters.append($0) }
    }
  }

  /// Waits for the end of the pipe and returns all lines.
  func all() async -> [String] {
    while !isAtEnd { await withCheckedContinuation { waiters.append($0) } }
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
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}

extension Descriptor {
  /// Waits for bytes and returns some; none at the end.
  func readSome() throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = try SystemError.check { Foundation.read(raw, &bytes, bytes.count) }
    return Array(bytes.prefix(count))
  }
}
