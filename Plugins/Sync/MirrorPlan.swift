/// Where files have their place in the mirror, and which of them are to be copied: pure.
///
/// A file below the configuration's folder keeps its relative path; any other has its whole path below a folder `%root`. A
/// name that begins with `%` gets `%25` in its place, so that no name of a source is one of the plugin's own.
package enum MirrorPlan {
  /// The name of a file while it is written; one at a time in a folder.
  package static let temporary = "%new"
  static let outside = "%root"

  /// The place of a file, which no other file has, and which is never outside the mirror.
  package static func place(of path: Path, base: Path) -> [String] {
    guard base.contains(path) else { return [outside] + path.parts.map(name) }
    return path.parts.dropFirst(base.parts.count).map(name)
  }

  private static func name(_ part: String) -> String {
    part.utf8.first == UInt8(ascii: "%") ? "%25" + part.dropFirst() : part
  }

  /// What is to be done with a file.
  package enum Step: Sendable {
    /// Nothing: the copy is the same.
    case keep
    /// The contents have to be compared.
    case compare
    /// The copy is another one, or there is none.
    case copy
  }

  /// Decides by what the file system says of a file and of its copy.
  ///
  /// The copy has the file's modification time. Equal times prove nothing if the file was touched when it was copied or later,
  /// with its time put back: then its change time, which nobody can set, is not well before the copy's.
  package static func step(for file: FileStamp, copy: FileStamp?) -> Step {
    guard let copy, copy.size == file.size else { return .copy }
    let isOlder = file.changed.adding(seconds: 2) < copy.changed
    return file.modified == copy.modified && isOlder ? .keep : .compare
  }
}

/// What the file system says of a file without its content.
package struct FileStamp: Hashable, Codable, Sendable {
  var size: Int
  var modified: FileTime
  var changed: FileTime

  package init(size: Int, modified: FileTime, changed: FileTime) {
    self.size = size
    self.modified = modified
    self.changed = changed
  }
}

/// A time of a file system.
package struct FileTime: Hashable, Comparable, Codable, Sendable {
  var seconds: Int
  var nanoseconds: Int

  package init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  func adding(seconds: Int) -> FileTime { FileTime(seconds: self.seconds + seconds, nanoseconds: nanoseconds) }

  package static func < (left: FileTime, right: FileTime) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}
