/// What one run has done.
struct SyncReport: Sendable {
  private var copied = 0
  private var unchanged = 0
  private var bytes = 0
  private var missing = 0
  private var troubles: [String] = []

  mutating func add(_ change: MirrorFolder.Change) {
    switch change {
    case .unchanged: unchanged += 1
    case .copied(let bytes):
      copied += 1
      self.bytes += bytes
    }
  }

  mutating func add(_ trouble: FileTrouble) {
    if trouble.isMissing { missing += 1 }
    troubles.append(trouble.description)
  }

  /// The numbers for people; what has failed does not count what is missing.
  var summary: String {
    "copied \(copied), unchanged \(unchanged), missing \(missing), failed \(troubles.count - missing), bytes \(bytes)"
  }

  /// - Throws: ``SyncError/notMirrored(_:of:)`` if anything is missing or has failed.
  func check() throws(SyncError) {
    guard !troubles.isEmpty else { return }
    throw .notMirrored(troubles, of: copied + unchanged + troubles.count)
  }
}

/// Why one file, or one resource, was not mirrored.
struct FileTrouble: Error, CustomStringConvertible {
  /// Where: a path, or an address.
  let path: String
  /// What was tried, and what is against it.
  let problem: String
  /// True if there is nothing at the path.
  let isMissing: Bool

  init(_ path: String, _ problem: String, isMissing: Bool = false) {
    self.path = path
    self.problem = problem
    self.isMissing = isMissing
  }

  var description: String { "'\(path)' \(problem)" }
}
