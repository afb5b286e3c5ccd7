#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The files of a run that a host can show by itself, with `--example`.
///
/// Among them are `lifebus.json`, the configuration, and `events.jsonl`, the events.
public struct ExampleFiles: Sendable {
  private let files: [String: [UInt8]]

  /// Creates an example of files by their paths in its folder.
  public init(_ files: [String: [UInt8]]) {
    self.files = files
  }

  /// Writes the files to a new folder, and returns its path.
  func write() throws(HostError) -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lifebus-example-\(UUID().uuidString.prefix(8))")
    do {
      for (path, bytes) in files {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
      }
    } catch {
      throw HostError("the example cannot be written to '\(folder.path)': \(error)")
    }
    return folder.path
  }

  /// The arguments of a run with these files.
  func arguments(in folder: String, plugins: String) -> [String] {
    [
      "--plugins", plugins, "--config", "\(folder)/lifebus.json", "--state", "\(folder)/state", "--events",
      "\(folder)/events.jsonl", "--until-idle",
    ]
  }
}
