/// The folder that holds the copies.
///
/// A copy is written to a file beside it, which takes its name when it is whole and on the disk: at every instant the name
/// belongs to a whole file. What was cut off leaves that file behind, at most one in a folder, until the folder's next copy.
struct MirrorFolder: Sendable {
  let folder: Path
  /// The folder from which places in the mirror count.
  let base: Path

  /// What came of one file.
  enum Change {
    case unchanged
    case copied(bytes: Int)
  }

  /// Opens the folder, which it makes if it is not there.
  func open() throws -> Descriptor {
    do throws(SystemError) {
      return try Descriptor(makingFolder: folder)
    } catch {
      throw FileTrouble(folder.text, "cannot be the mirror: \(error.text)")
    }
  }

  /// Brings the copy of a file up to date, or leaves it as it was.
  func update(_ file: SourceFile, in root: borrowing Descriptor) throws(FileTrouble) -> Change {
    var place = MirrorPlan.place(of: file.path, base: base)
    guard let name = place.popLast() else { throw FileTrouble(file.path.text, "has no name") }
    let inMirror = "cannot be mirrored"
    let folder = try attempt(inMirror, file) { () throws(SystemError) in try descend(to: place, in: root) }
    let copy = folder.stamp(of: name)
    if MirrorPlan.step(for: file.stamp, copy: copy) == .keep { return .unchanged }

    let source = try attempt("cannot be read", file, isSource: true) { () throws(SystemError) in
      try Descriptor(reading: file.path, followsLink: file.isNamed)
    }
    let status = try attempt("cannot be read", file) { () throws(SystemError) in try source.status() }
    guard status.kind == .file else { throw FileTrouble(file.path.text, "is no file any more") }
    return try attempt(inMirror, file) { () throws(SystemError) in
      if MirrorPlan.step(for: status.stamp, copy: copy) != .copy, try refresh(name, in: folder, from: source, status.stamp) {
        return .unchanged
      }
      return .copied(bytes: try replace(name, in: folder, from: source, status.stamp))
    }
  }

  /// Opens a folder of the mirror, which it makes if it is not there.
  func descend(to place: [String], in root: borrowing Descriptor) throws(SystemError) -> Descriptor {
    var folder = try root.again()
    for name in place { folder = try folder.folder(name) }
    return folder
  }

  private func attempt<Result: ~Copyable>(
    _ what: String, _ file: SourceFile, isSource: Bool = false, _ body: () throws(SystemError) -> Result
  ) throws(FileTrouble) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw FileTrouble(file.path.text, "\(what): \(error.text)", isMissing: isSource && error.isMissing)
    }
  }
}
