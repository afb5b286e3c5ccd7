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

  /// Runs it with its data going to a file.
  static func code(_ arguments: String..., to file: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: file)
    process.standardError = FileHandle.nullDevice
    process.environment = ["LLVM_PROFILE_FILE": "/dev/null"]
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

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
