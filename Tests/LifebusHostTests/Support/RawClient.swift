import Foundation
import LifebusSystem
import LifebusWire
import TestSupport

@testable import LifebusHost

/// A connection to a host's socket that sends what a test says, byte for byte.
struct RawClient {
  let lines: LineReader
  private let socket: Descriptor
  /// Sends in order, and may wait: a host in the same process needs the threads that tests run on.
  private let sending = DispatchQueue(label: "test-sending")

  /// Connects.
  ///
  /// - Parameters:
  ///   - path: The host's socket.
  ///   - start: Nothing is read before it is over.
  /// - Throws: Why it cannot connect.
  init(_ path: String, readingAfter start: AsyncStream<Void>? = nil) throws {
    socket = try LocalSocket.connect(to: path)
    lines = LineReader(socket, after: start)
  }

  func send(_ text: String) {
    sending.async { try? socket.write(Array(text.utf8)) }
  }

  func endSending() {
    sending.async { socket.shutDownSending() }
  }

  /// Gives up the connection, as a killed client does.
  func disappear() {
    sending.async {
      socket.shutDownSending()
      socket.shutDownReceiving()
    }
  }

  /// What the host says to this, and nothing more, until it closes.
  static func answers(_ path: String, _ text: String) async throws -> [String] {
    let client = try RawClient(path)
    client.send(text)
    client.endSending()
    return await client.lines.all()
  }
}

extension HostedRun {
  /// The host's socket, once it serves clients.
  func socket() async -> String {
    _ = await talk.line(with: "listens at")
    return folder["state/socket"]
  }

  /// Whether there is another client than the one that asks.
  func isWatched(at path: String) async throws -> Bool {
    try await RawClient.answers(path, WireRequest.status.line + "\n")[1].contains(#""clients":2,"#)
  }
}

/// A request to emit, as a line.
func emitRequest(_ wait: WireRequest.Wait = .settled, timeout: Int = 60_000) -> String {
  WireRequest.emit(wait: wait, timeoutMilliseconds: timeout).line + "\n"
}
