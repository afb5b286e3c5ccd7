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
struct StateFolder: Sendable {
  let path: String
  private let lock: FileLock

  /// Makes the folder for its owner only, if it is not there, and locks it before anything else in it is touched.
  static func open(_ path: String) throws(HostError) -> StateFolder {
    let attempt: FileLock.Attempt
    do throws(FolderProblem) {
      try prepare(path)
      attempt = try FolderProblem.wrap { () throws(SystemError) in try FileLock.take(path + "/lock") }
    } catch {
      throw HostError("the state folder '\(path)' cannot be used: \(error); mend it, or give another with --state")
    }
    switch attempt {
    case .held(let pid):
      throw HostError("the state folder '\(path)' is in use by \(FileLock.holder(pid)): stop it, or give another with --state")
    case .taken(let lock):
      do throws(SystemError) { try makeFolder(path + "/plugins") } catch {
        lock.release()
        throw HostError("the state folder '\(path)' cannot be used: \(error); mend it, or give another with --state")
      }
      return StateFolder(path: path, lock: lock)
    }
  }

  /// Lets another host have the folder.
  func close() { lock.release() }

  /// The folder of the bus's ledger.
  var ledger: String { StatePlace.ledger(in: path) }

  /// The folder in which the processes of plugins' programs are noted.
  var children: String { path + "/children" }

  /// The folder that one plugin has for itself, which it makes when it needs it.
  func folder(of plugin: HandlerID) -> String { "\(path)/plugins/\(plugin)" }

  /// The default folder, or the given one as a whole path.
  static func path(_ given: String?, environment: [String: String], base: String) throws(HostError) -> String {
    guard let folder = StatePlace.folder(given, environment: { environment[$0] }, current: { base }) else {
      throw HostError(StatePlace.noFolder)
    }
    return folder
  }

  // MARK: Who may use it

  /// Why a folder cannot hold a host's state.
  private enum FolderProblem: Error, CustomStringConvertible {
    case system(SystemError)
    case link
    case otherUser(UInt32)
    case open(mode: UInt32)

    var description: String {
      switch self {
      case .system(let error): error.description
      case .link: "it is a symbolic link, which somebody else could turn"
      case .otherUser(let uid): "it belongs to another user, with uid \(uid)"
      case .open(let mode): "others can write to it (its mode is \(String(mode, radix: 8)))"
      }
    }

    static func wrap<Result>(_ calls: () throws(SystemError) -> Result) throws(FolderProblem) -> Result {
      do throws(SystemError) { return try calls() } catch { throw .system(error) }
    }
  }

  /// Sees to it that there is a folder that is the user's alone.
  private static func prepare(_ path: String) throws(FolderProblem) {
    var path = path
    // A slash at the end would have the system follow a link.
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    try FolderProblem.wrap { () throws(SystemError) in try makeFolder(path) }
    var status = stat()
    try FolderProblem.wrap { () throws(SystemError) in _ = try SystemError.check { lstat(path, &status) } }
    guard status.st_mode & S_IFMT != S_IFLNK else { throw .link }
    guard status.st_uid == geteuid() else { throw .otherUser(UInt32(status.st_uid)) }
    if try FolderProblem.wrap({ () throws(SystemError) in try isOurs(path) }) {
      try FolderProblem.wrap { () throws(SystemError) in _ = try SystemError.check { chmod(path, 0o700) } }
    } else if status.st_mode & 0o022 != 0 {
      throw .open(mode: UInt32(status.st_mode & 0o777))
    }
  }

  /// True for a folder that is empty or a host's already: its mode may be set.
  private static func isOurs(_ path: String) throws(SystemError) -> Bool {
    if try PathKind(of: path + "/lock") != nil { return true }
    guard let folder = opendir(path) else { throw .latest }
    defer { closedir(folder) }
    var entries = 0
    while entries < 3, readdir(folder) != nil { entries += 1 }
    // Itself and the one above are always there.
    return entries < 3
  }

  /// Makes a folder and those above it that are missing.
  static func makeFolder(_ path: String) throws(SystemError) {
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

extension FileLock {
  /// Who has a lock, in words.
  static func holder(_ pid: Int?) -> String { pid.map { "the host with pid \($0)" } ?? "another host" }
}
