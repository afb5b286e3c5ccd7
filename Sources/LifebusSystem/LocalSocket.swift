internal import CLifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A socket at a path of this machine (a Unix domain socket), whose both ends belong to one user.
package enum LocalSocket {
  /// The longest path that the system takes, in bytes: 107 on Linux, 103 on Apple systems.
  package static var pathLimit: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

  /// Makes a socket at a path where nothing is, for its owner only, and listens; its descriptor does not wait.
  package static func listen(at path: String) throws(SocketError) -> Descriptor {
    let socket = try make()
    do throws(SocketError) {
      try withAddress(path) { address, size throws(SocketError) in
        try SocketError.wrap { () throws(SystemError) in _ = try SystemError.check { bind(socket.raw, address, size) } }
      }
      try SocketError.wrap { () throws(SystemError) in
        _ = try SystemError.check { chmod(path, 0o600) }
        _ = try SystemError.check { systemListen(socket.raw, 512) }
        _ = try SystemError.check { fcntl(socket.raw, F_SETFL, O_NONBLOCK) }
      }
      return socket
    } catch {
      socket.close()
      throw error
    }
  }

  /// Connects to the socket at a path, and sees to it that it is one, and that the same user is at its other end; the descriptor
  /// waits.
  package static func connect(to path: String) throws(SocketError) -> Descriptor {
    try checkLength(of: path)
    guard let kind = try SocketError.wrap({ () throws(SystemError) in try PathKind(of: path) }) else { throw .noListener }
    guard kind == .socket else { throw .notASocket(kind) }
    let socket = try make()
    do throws(SocketError) {
      try withAddress(path) { address, size throws(SocketError) in
        do throws(SystemError) {
          _ = try SystemError.check { systemConnect(socket.raw, address, size) }
        } catch {
          throw error.code == ECONNREFUSED || error.code == ENOENT ? .noListener : .system(error)
        }
      }
      try checkPeer(of: socket)
      return socket
    } catch {
      socket.close()
      throw error
    }
  }

  /// Takes the next connection, which does not wait; nil if there is none, or if who made it is gone or is another user.
  package static func accept(on listener: Descriptor) throws(SystemError) -> Descriptor? {
    let raw: Int32?
    do throws(SystemError) {
      raw = try SystemError.checkUnlessBlocked { lifebus_accept(listener.raw) }
    } catch {
      guard error.code == ECONNABORTED else { throw error }
      return nil
    }
    guard let raw else { return nil }
    let connection = Descriptor(raw: raw)
    do throws(SocketError) {
      try checkPeer(of: connection)
      return connection
    } catch {
      connection.close()
      return nil
    }
  }

  private static func checkLength(of path: String) throws(SocketError) {
    guard path.utf8.count <= pathLimit else { throw .tooLong(path.utf8.count) }
  }

  private static func checkPeer(of socket: Descriptor) throws(SocketError) {
    var peer = uid_t()
    try SocketError.wrap { () throws(SystemError) in _ = try SystemError.check { lifebus_peer_uid(socket.raw, &peer) } }
    guard peer == geteuid() else { throw .otherUser(UInt32(peer)) }
  }

  private static func make() throws(SocketError) -> Descriptor {
    try SocketError.wrap { () throws(SystemError) in
      #if os(Linux)
        let type = Int32(SOCK_STREAM.rawValue)
      #else
        let type = SOCK_STREAM
      #endif
      let raw = try SystemError.check { socket(AF_UNIX, type, 0) }
      _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
      return Descriptor(raw: raw)
    }
  }

  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SocketError) -> Result
  ) throws(SocketError) -> Result {
    try checkLength(of: path)
    let bytes = Array(path.utf8)
    guard !bytes.contains(0) else { throw .system(SystemError(code: EINVAL)) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return try withUnsafePointer(to: address) { pointer throws(SocketError) in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic throws(SocketError) in try body(generic, size) }
    }
  }
}

/// What is at a path, a symbolic link not followed.
package enum PathKind: Sendable {
  case folder
  case file
  case link
  case socket
  case other

  /// Looks at the path; nil if nothing is there.
  package init?(of path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .latest }
      return nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: self = .folder
    case S_IFREG: self = .file
    case S_IFLNK: self = .link
    case S_IFSOCK: self = .socket
    default: self = .other
    }
  }

  /// The kind with its article, for messages.
  package var words: String {
    switch self {
    case .folder: "a folder"
    case .file: "a file"
    case .link: "a symbolic link"
    case .socket: "a socket"
    case .other: "no socket"
    }
  }
}

/// Why a local socket cannot be used.
package enum SocketError: Error, Equatable, CustomStringConvertible {
  /// Nobody listens at the path.
  case noListener
  /// Something else is at the path, or a link to something.
  case notASocket(PathKind)
  /// The path has so many bytes.
  case tooLong(Int)
  /// Another process has the right to listen there, as the text says.
  case inUse(String)
  /// The process at the other end is another user's.
  case otherUser(UInt32)
  case system(SystemError)

  package var description: String {
    switch self {
    case .noListener: "nobody listens there"
    case .notASocket(let kind): "it is \(kind.words), not a socket"
    case .tooLong(let count): "the path has \(count) bytes, and the system takes \(LocalSocket.pathLimit)"
    case .inUse(let holder): "it is in use by \(holder)"
    case .otherUser(let uid): "it belongs to another user, with uid \(uid)"
    case .system(let error): error.description
    }
  }

  /// Makes calls of the system, whose errors are this one's.
  fileprivate static func wrap<Result>(_ calls: () throws(SystemError) -> Result) throws(SocketError) -> Result {
    do throws(SystemError) { return try calls() } catch { throw .system(error) }
  }
}

// The names of the system's functions that are also the names of methods above.
private func systemListen(_ socket: Int32, _ backlog: Int32) -> Int32 { listen(socket, backlog) }
private func systemConnect(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  connect(socket, address, size)
}
