import LifebusJSON
import LifebusSystem
import LifebusWire

/// A connection to a host's socket, of a thread that may wait.
struct Connection {
  private let socket: Descriptor
  private var splitter = LineSplitter(limit: 1 << 20)
  private var lines: [JSONObject] = []

  /// Connects, and asks for something.
  init(to path: String, asking request: WireRequest) throws {
    socket = try LocalSocket.connect(to: path)
    try socket.write(Array((request.line + "\n").utf8))
  }

  func close() { socket.close() }

  /// Sends lines; false if the host is gone.
  func send(_ lines: some Sequence<String>) -> Bool {
    (try? socket.write(Array(lines.map { $0 + "\n" }.joined().utf8))) != nil
  }

  /// Waits for the next line that is not about the connection; nil when there are no more.
  mutating func next() -> JSONObject? {
    while lines.isEmpty {
      guard let bytes = try? socket.readSome(1 << 14), !bytes.isEmpty else { return nil }
      lines += bytes.withUnsafeBytes { splitter.take($0) }.compactMap { JSONObject(parsing: $0.bytes ?? []) }
        .filter { $0["lifebus"] == nil }
    }
    return lines.removeFirst()
  }

  /// All lines of an answer that ends by itself.
  static func answer(of path: String, to request: WireRequest) throws -> [JSONObject] {
    var connection = try Connection(to: path, asking: request)
    defer { connection.close() }
    var answer: [JSONObject] = []
    while let line = connection.next() { answer.append(line) }
    return answer
  }
}
