#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file to mirror.
struct SourceFile: Sendable {
  let path: Path
  /// What the file system said of it when it was found.
  let stamp: FileStamp
  /// True if the options name it, and not only a folder above it: then it may be a link.
  let isNamed: Bool
}

/// The files of one resource, in the order of their names.
///
/// The resource itself, and what is above it, may be a symbolic link; links below it are not followed.
struct SourceTree {
  private(set) var files: [SourceFile] = []
  /// Links, pipes and the like.
  private(set) var skipped: [String] = []
  private(set) var troubles: [FileTrouble] = []

  /// Reads the folders of a resource; the mirror's own folder is left out.
  init(of resource: Resource, besides mirror: borrowing Descriptor) {
    let mirror = (try? mirror.status())?.identity
    var pending = [resource.path]
    while let path = pending.popLast() {
      let isNamed = path == resource.path
      do throws(SystemError) {
        let status = try FileStatus(of: path, followsLink: isNamed)
        switch status.kind {
        case .file: files.append(SourceFile(path: path, stamp: status.stamp, isNamed: isNamed))
        case .folder where status.identity != mirror: pending += children(of: path)
        case .folder: break
        case .other: skipped.append(path.text)
        }
      } catch {
        troubles.append(FileTrouble(path.text, error.isMissing ? "is missing" : "cannot be read: \(error.text)", error))
      }
    }
  }

  /// The names of a folder, the last first.
  private mutating func children(of folder: Path) -> [Path] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.text).sorted(by: >).map(folder.appending)
    } catch {
      troubles.append(FileTrouble(folder.text, "cannot be listed"))
      return []
    }
  }
}

extension FileTrouble {
  init(_ path: String, _ problem: String, _ error: SystemError) {
    self.init(path, problem, isMissing: error.isMissing)
  }
}
