import Foundation
internal import LifebusSystem

/// What a server does when it was asked: some steps, one after another.
package struct TestAnswer: Sendable {
  package enum Step: Sendable {
    case send([UInt8])
    /// Waits until the test opens the latch.
    case wait(Latch)
    /// Opens a latch, for a test that waits until all before has been sent.
    case open(Latch)
    /// Sends 64 MiB, and then nothing more.
    case flood
    /// Sends nothing more, until the client closes.
    case hang
    case close
  }

  private let steps: [Step]

  package init(_ steps: [Step]) {
    self.steps = steps
  }

  /// A whole answer.
  package static func reply(_ status: Int, _ body: String = "", headers: [String: String] = [:]) -> TestAnswer {
    TestAnswer([.text(Step.headText(status, length: body.utf8.count, headers: headers) + body)])
  }

  /// Does nothing before the test opens the latch.
  package func after(_ latch: Latch) -> TestAnswer { TestAnswer([.wait(latch)] + steps) }

  /// Plays the steps; true if the connection is good for another request.
  func play(on connection: Descriptor) throws(SystemError) -> Bool {
    for step in steps {
      switch step {
      case .send(let bytes): try connection.write(bytes)
      case .wait(let latch): latch.wait()
      case .open(let latch): latch.open()
      case .flood:
        for _ in 0..<1_024 { try connection.write([UInt8](repeating: 0x61, count: 1 << 16)) }
        fallthrough
      case .hang:
        _ = try connection.readAll(limit: 1)
        return false
      case .close: return false
      }
    }
    return true
  }
}

extension TestAnswer: CustomStringConvertible {
  /// The steps in short.
  package var description: String { steps.map(\.description).joined(separator: ", ") }
}

extension TestAnswer.Step: CustomStringConvertible {
  package var description: String {
    switch self {
    case .send(let bytes): String(decoding: bytes.prefix(120), as: UTF8.self).debugDescription
    case .wait: "wait"
    case .open: "open"
    case .flood: "flood"
    case .hang: "hang"
    case .close: "close"
    }
  }
}

extension TestAnswer.Step {
  /// Sends text.
  package static func text(_ text: String) -> Self { .send(Array(text.utf8)) }

  /// Sends the head of an answer; without a length its body goes on to the connection's end.
  package static func head(_ status: Int, length: Int? = nil, headers: [String: String] = [:]) -> Self {
    .text(headText(status, length: length, headers: headers))
  }

  fileprivate static func headText(_ status: Int, length: Int?, headers: [String: String]) -> String {
    var lines = ["HTTP/1.1 \(status) Test"] + headers.map { "\($0.key): \($0.value)" }
    if let length { lines.append("Content-Length: \(length)") }
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }
}

/// What a thread waits for until a test opens it.
package final class Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func open() { semaphore.signal() }

  /// Waits until it is open, for whoever else waits, too.
  package func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}
