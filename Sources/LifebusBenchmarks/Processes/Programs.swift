import Foundation

/// Where programs are.
struct Programs: Sendable {
  private let folder: String

  init(in folder: String) { self.folder = folder }

  /// The path of one of the package's own programs.
  func own(_ name: String) throws -> String {
    let path = folder + "/" + name
    guard Self.isProgram(path) else {
      throw Skip(reason: "there is no '\(name)' in \(folder): build it in release, or give --programs DIR")
    }
    return path
  }

  /// The path of `lifebus` as it is built for use: on Linux as one file, without Swift's libraries.
  func client() throws -> String {
    let path = URL(filePath: folder).appending(path: "../../client/release/lifebus").standardizedFileURL.path
    guard Self.isProgram(path) else {
      throw Skip(reason: "there is no \(path): README, \"Speed\", says how it is built")
    }
    return path
  }

  /// The path of an installed program.
  static func installed(_ name: String) throws -> String {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    guard let path = folders.map({ $0 + "/" + name }).first(where: isProgram) else {
      throw Skip(reason: "'\(name)' is not installed")
    }
    return path
  }

  private static func isProgram(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}
