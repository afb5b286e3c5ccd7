internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension PrivateFile: SessionStore {
  var name: String { "session '\(path)'" }

  /// Writes a draft beside the file, and gives it the file's name; for its owner only, whatever the old file's mode.
  ///
  /// A draft that a killed process left is overwritten by the next, and goes with the file.
  func replace(_ old: [UInt8], with new: [UInt8]) throws(StoreTrouble) -> Bool {
    guard new.count <= Self.maxBytes else {
      throw StoreTrouble(reason: "the new session has \(new.count) bytes, and at most \(Self.maxBytes) are read")
    }
    do throws(SystemError) {
      try write(new, to: draft)
      // As late as can be: whoever signs out removes the file at any time.
      guard case .bytes(old, _) = read() else {
        unlink(draft)
        return false
      }
      _ = try SystemError.check { rename(draft, target) }
      try synchronizeFolder()
      return true
    } catch {
      unlink(draft)
      throw StoreTrouble(reason: error.description)
    }
  }

  func remove() throws(StoreTrouble) {
    do throws(SystemError) {
      for path in [target, path, draft] where unlink(path) != 0 && errno != ENOENT { throw .latest }
      try synchronizeFolder()
    } catch {
      throw StoreTrouble(reason: error.description)
    }
  }

  /// The file itself, where the path is a link to it.
  private var target: String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private var draft: String { target + ".new" }

  private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    unlink(path)
    let file = try Descriptor.open(writing: path, followsLink: false)
    defer { file.close() }
    try file.write(bytes)
    try file.synchronize()
  }

  private func synchronizeFolder() throws(SystemError) {
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    let descriptor = Descriptor(raw: try SystemError.check { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    defer { descriptor.close() }
    try descriptor.synchronize()
  }
}
