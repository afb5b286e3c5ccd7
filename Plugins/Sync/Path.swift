internal import Lifebus

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An absolute path without `.`, `..` and empty parts; what a symbolic link does to `..` does not count.
package struct Path: Hashable, Sendable {
  /// The names from the root on.
  package let parts: [String]

  package init(parts: [String]) {
    self.parts = parts
  }

  /// Resolves a text, which may be relative.
  package init(_ text: String, against base: Path) {
    var parts = text.hasPrefix("/") ? [] : base.parts
    for part in text.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    self.parts = parts
  }

  /// The folder that the process works in.
  static var working: Path { Path(FileManager.default.currentDirectoryPath, against: Path(parts: [])) }

  package var text: String { "/" + parts.joined(separator: "/") }

  func appending(_ name: String) -> Path { Path(parts: parts + [name]) }

  /// True for the path itself and all below it.
  func contains(_ other: Path) -> Bool { other.parts.starts(with: parts) { $0.hasBytes(of: $1) } }

  /// By the bytes: names that differ and look the same can be two files.
  package static func == (left: Path, right: Path) -> Bool {
    left.parts.elementsEqual(right.parts) { $0.hasBytes(of: $1) }
  }

  /// By the bytes.
  package func hash(into hasher: inout Hasher) {
    for part in parts { hasher.combine(bytesOf: part) }
  }
}
