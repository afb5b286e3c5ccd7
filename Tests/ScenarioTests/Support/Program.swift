import Foundation

/// The program `lifebus`, as it was built beside the tests: run to its end.
struct Program {
  /// Where the build put it.
  static let path: String = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return bundle.bundleURL.deletingLastPathComponent().appending(path: "lifebus").path
    #else
      return Bundle.main.bundleURL.appending(path: "lifebus").path
    #endif
  }()

  let code: Int32
  let output: String
  let talk: String

  init(_ arguments: String...) throws { try self.init(arguments) }

  init(_ arguments: [String]) throws {
    let (output, talk) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = URL(filePath: Self.path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = talk
    process.environment = ["LLVM_PROFILE_FILE": "/dev/null"]
    try process.run()
    // What is said is short enough for the pipe to hold it.
    self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    self.talk = String(decoding: talk.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    code = process.terminationStatus
  }
}

/// A folder that goes away with the test.
final class ScenarioFolder: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "lifebus-\(UUID().uuidString)").path

  init(_ files: [String: [UInt8]] = [:]) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: self[name])) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(name: String) -> String { "\(path)/\(name)" }
}
