internal import LifebusSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file that a run is recorded in: made beside its place before the run, and put there whole at the end.
struct RecordingFile: Sendable {
  /// As errors call it.
  let name: String
  private let path: String
  private let temporary: String
  private let descriptor: Descriptor

  /// Makes sure that the file can be written and that nothing is in its place.
  static func open(_ name: String, _ surroundings: Surroundings) throws(HostError) -> RecordingFile {
    let path = surroundings.whole(name)
    guard access(path, F_OK) != 0 else { throw exists(name) }
    let temporary = "\(path).\(getpid()).part"
    do throws(SystemError) {
      return RecordingFile(name: name, path: path, temporary: temporary, descriptor: try .open(writing: temporary))
    } catch {
      throw HostError("the recording '\(name)' cannot be written: \(error)")
    }
  }

  private static func exists(_ name: String) -> HostError {
    HostError("the recording '\(name)' is there already: remove it, or give another name with --record")
  }

  /// The name of the scenario: the file's, without its ending.
  var scenario: String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return last.hasSuffix(".jsonl") ? String(last.dropLast(6)) : last
  }

  /// Writes the text and puts the file in its place, unless another has come there meanwhile.
  func finish(_ text: String) throws(HostError) {
    defer { discard() }
    do throws(SystemError) {
      try descriptor.write(Array(text.utf8))
      try descriptor.synchronize()
      // Unlike a renaming, it fails if something is there.
      _ = try SystemError.check { link(temporary, path) }
    } catch {
      throw error.code == EEXIST ? Self.exists(name) : HostError("the recording '\(name)' cannot be written: \(error)")
    }
  }

  /// Removes what is not finished.
  func discard() {
    _ = unlink(temporary)
    descriptor.close()
  }
}
