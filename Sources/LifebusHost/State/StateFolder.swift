internal import Lifebus
internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folder in which a host keeps what outlives it; one host at a time has it.
///
/// The lock is the system's, on the file `lock`, and ends with the process however that ends. The file names the process for
/// whoever comes second.
struct StateFolder: Sendable {
  let path: String
  private let lock: Descriptor

  /// Makes the folder for its owner only, if it is not there, and locks it.
  static func open(_ path: String) throws(HostError) -> StateFolder {
    let folder: StateFolder
    let isTaken: Bool
    do throws(SystemError) {
      try makeFolder(path)
      folder = StateFolder(path: path, lock: try Descriptor.open(writing: path + "/lock"))
      isTaken = try !folder.take()
      try makeFolder(path + "/plugins")
    } catch {
      throw HostError("the state folder '\(path)' cannot be used: \(error); mend it, or give another with --state")
    }
    guard !isTaken else { throw folder.inUse() }
    return folder
  }

  private func inUse() -> HostError {
    let text = String(decoding: (try? lock.readAll(limit: 20)) ?? [], as: UTF8.self)
    let holder = Int(text.prefix { $0.isNumber }).map { "the host with pid \($0)" } ?? "another host"
    lock.close()
    return HostError("the state folder '\(path)' is in use by \(holder): stop it, or give another with --state")
  }

  /// Locks the folder and writes down who has it; false if another process has it.
  private func take() throws(SystemError) -> Bool {
    guard try SystemError.checkUnlessBlocked({ flock(lock.raw, LOCK_EX | LOCK_NB) }) != nil else { return false }
    _ = try SystemError.check { ftruncate(lock.raw, 0) }
    try lock.write(Array("\(getpid())\n".utf8))
    return true
  }

  /// Lets another host have the folder.
  func close() { lock.close() }

  /// The folder that one plugin has for itself, which it makes when it needs it.
  func folder(of plugin: HandlerID) -> String { "\(path)/plugins/\(plugin)" }

  /// The default folder, or the given one as a whole path.
  static func path(_ given: String?, environment: [String: String], base: String) throws(HostError) -> String {
    guard let folder = StatePlace.folder(given, environment: { environment[$0] }, current: { base }) else {
      throw HostError(StatePlace.noFolder)
    }
    return folder
  }

  /// Makes a folder and those above it that are missing.
  private static func makeFolder(_ path: String) throws(SystemError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemError(code: ENOTDIR) }
      return
    }
    guard errno == ENOENT else { throw SystemError(code: errno) }
    if let slash = path.dropLast().lastIndex(of: "/"), slash != path.startIndex { try makeFolder(String(path[..<slash])) }
    do throws(SystemError) {
      _ = try SystemError.check { mkdir(path, 0o700) }
    } catch {
      // Another host was quicker.
      guard error.code == EEXIST else { throw error }
    }
  }
}
