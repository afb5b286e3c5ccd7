#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file by which one process at a time has something.
///
/// The lock is the system's and ends with the process, however that ends. The file stays, and names the process for whoever
/// comes second.
package struct FileLock: Sendable {
  private let file: Descriptor

  /// Who has it.
  package enum Attempt: Sendable {
    case taken(FileLock)
    /// Another one has it; the file names its process, if it can be read.
    case held(by: Int?)
  }

  /// Makes the file for its owner only, if it is not there, and locks it; a symbolic link is refused.
  package static func take(_ path: String) throws(SystemError) -> Attempt {
    let lock = FileLock(file: try .open(writing: path, followsLink: false))
    do throws(SystemError) {
      guard try SystemError.checkUnlessBlocked({ flock(lock.file.raw, LOCK_EX | LOCK_NB) }) != nil else {
        defer { lock.release() }
        return .held(by: lock.holder)
      }
      _ = try SystemError.check { fchmod(lock.file.raw, 0o600) }
      _ = try SystemError.check { ftruncate(lock.file.raw, 0) }
      try lock.file.write(Array("\(getpid())\n".utf8))
      return .taken(lock)
    } catch {
      lock.release()
      throw error
    }
  }

  private var holder: Int? {
    let text = String(decoding: (try? file.readAll(limit: 20)) ?? [], as: UTF8.self)
    return Int(text.prefix { $0.isNumber })
  }

  /// Lets another process have it.
  package func release() {
    // A child that is just being started has the descriptor too, until it has become another program.
    flock(file.raw, LOCK_UN)
    file.close()
  }
}
