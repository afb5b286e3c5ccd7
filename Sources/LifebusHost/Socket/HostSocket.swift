internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The socket at which a host listens, and the right to be there.
///
/// Whoever has the lock that belongs to the path, the file `PATH.lock` beside it, may replace a socket that a killed host has left.
/// The state folder's lock would not do: another host may be told to listen in the same folder.
struct HostSocket: Sendable {
  let path: String
  let listener: Descriptor
  private let lock: FileLock

  /// Listens at a path; from then on clients can connect, and wait to be served.
  static func open(_ path: String) throws(HostError) -> HostSocket {
    do throws(SocketError) {
      let lock = try lock(path)
      do throws(SocketError) {
        try clear(path)
        return HostSocket(path: path, listener: try LocalSocket.listen(at: path), lock: lock)
      } catch {
        lock.release()
        throw error
      }
    } catch {
      throw HostError("the socket '\(path)' cannot be used: \(error); give another with --socket")
    }
  }

  private static func lock(_ path: String) throws(SocketError) -> FileLock {
    guard path.utf8.count <= LocalSocket.pathLimit else { throw .tooLong(path.utf8.count) }
    let attempt: FileLock.Attempt
    do throws(SystemError) { attempt = try FileLock.take(path + ".lock") } catch { throw .system(error) }
    switch attempt {
    case .taken(let lock): return lock
    case .held(let pid): throw .inUse(FileLock.holder(pid))
    }
  }

  /// Removes the socket that a host before has left, and nothing else.
  private static func clear(_ path: String) throws(SocketError) {
    let kind: PathKind?
    do throws(SystemError) { kind = try PathKind(of: path) } catch { throw .system(error) }
    guard let kind else { return }
    guard kind == .socket else { throw .notASocket(kind) }
    do throws(SystemError) { _ = try SystemError.check { unlink(path) } } catch { throw .system(error) }
  }

  /// Stops listening, and removes the socket.
  func close() {
    unlink(path)
    listener.close()
    lock.release()
  }
}
