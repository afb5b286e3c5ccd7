import Foundation
import LifebusSystem
import LifebusWire
import TestSupport

/// A host of a test: it takes connections on threads of their own, and does with each what the test says.
final class FakeHost: Sendable {
  static let greeting = WireLine.greeting(pid: 4_711, appVersion: "1").text
  static let complete = WireLine.end(.complete).text

  let path: String
  private let listener: Descriptor

  /// Listens in a folder, for so many connections.
  init(in folder: TemporaryFolder, connections: Int = 1, _ serve: @escaping @Sendable (FakeConnection) -> Void) throws {
    // A client that is gone closes what is still written to.
    signal(SIGPIPE, SIG_IGN)
    path = folder["socket"]
    listener = try LocalSocket.listen(at: path)
    Thread.detachNewThread { [listener] in
      for _ in 0..<connections {
        var polled = pollfd(fd: listener.raw, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, -1) > 0, let socket = try? LocalSocket.accept(on: listener) else { return }
        _ = fcntl(socket.raw, F_SETFL, 0)
        Thread.detachNewThread {
          let connection = FakeConnection(socket)
          serve(connection)
          connection.close()
        }
      }
    }
  }

  /// Greets, gives the lines, and ends, whatever is asked for.
  convenience init(in folder: TemporaryFolder, answering lines: [String]) throws {
    try self.init(in: folder) { connection in
      _ = connection.line()
      connection.say([Self.greeting] + lines + [Self.complete])
    }
  }
}

/// One connection of a host of a test; its calls wait.
final class FakeConnection {
  private let socket: Descriptor
  private var splitter = LineSplitter(limit: 1 << 28)
  private var lines: [String] = []
  private var isAtEnd = false

  init(_ socket: Descriptor) {
    self.socket = socket
  }

  /// The next line of the client's; nil at the end.
  func line() -> String? {
    while lines.isEmpty, !isAtEnd {
      guard let bytes = try? socket.readSome(1 << 16), !bytes.isEmpty else {
        isAtEnd = true
        break
      }
      lines += bytes.withUnsafeBytes { splitter.take($0) }.map { String(decoding: $0.bytes ?? [], as: UTF8.self) }
    }
    return lines.isEmpty ? nil : lines.removeFirst()
  }

  /// All lines that are still to come.
  func rest() -> [String] {
    var rest: [String] = []
    while let line = line() { rest.append(line) }
    return rest
  }

  /// Sends lines.
  func say(_ lines: [String]) { send(lines.map { $0 + "\n" }.joined()) }

  /// Sends a text as it is; that the client is gone is no error.
  func send(_ text: String) { try? socket.write(Array(text.utf8)) }

  /// Waits, without a word, until the client has closed the connection; that it sends no more is not enough.
  func waitForClose() {
    var polled = pollfd(fd: socket.raw, events: 0, revents: 0)
    _ = poll(&polled, 1, -1)
  }

  func close() { socket.close() }
}
