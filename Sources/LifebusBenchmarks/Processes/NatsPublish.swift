import Foundation
import LifebusSystem

/// A publish to a local nats-server that keeps nothing, with a connection of its own and the server's word that it came; no
/// program is started for it, so that any client of it takes longer.
actor NatsPublish: Contender {
  nonisolated let name = "a connection to nats-server, a publish and its answer, without a program"
  private var server: Server?
  private var port: UInt16 = 0

  func prepare() throws {
    port = UInt16.random(in: 20_000..<60_000)
    server = try Server(
      Programs.installed("nats-server"), ["--addr", "127.0.0.1", "--port", "\(port)"], says: .talk, "Server is ready")
  }

  func measure() throws -> Double {
    let clock = ContinuousClock()
    return try (0..<30).map { _ in
      let start = clock.now
      try publish()
      return start.duration(to: clock.now) / .nanoseconds(1)
    }.median
  }

  func finish() {
    server?.end()
    server = nil
  }

  private func publish() throws {
    let socket = try connect()
    defer { socket.close() }
    try hear(socket, "INFO")
    try socket.write(Array("CONNECT {\"verbose\":false}\r\nPUB events 4\r\ntick\r\nPING\r\n".utf8))
    try hear(socket, "PONG")
  }

  private func hear(_ socket: Descriptor, _ word: String) throws {
    var said = ""
    while !said.contains(word) {
      guard let bytes = try socket.readSome(4_096), !bytes.isEmpty else { throw Lost(by: self) }
      said += String(decoding: bytes, as: UTF8.self)
    }
  }

  private func connect() throws -> Descriptor {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let socket = Descriptor(raw: try SystemError.check { Foundation.socket(AF_INET, kind, 0) })
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { Foundation.connect(socket.raw, $0, length) }
    }
    guard result == 0 else {
      socket.close()
      throw Lost(by: self)
    }
    return socket
  }
}
