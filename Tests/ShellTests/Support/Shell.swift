import Foundation

/// A script for the system's shell, run to its end with the built programs on its path.
struct Shell {
  /// Where the build put the programs.
  static let programs: String = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return bundle.bundleURL.deletingLastPathComponent().path
    #else
      return Bundle.main.bundleURL.path
    #endif
  }()

  let code: Int32
  let output: String
  let talk: String

  /// Runs the script in a folder, in which the default state folder is, too.
  static func run(_ script: String, in folder: TestFolder) async throws -> Shell {
    for name in ["output", "talk"] { try folder.write("", to: name) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = [
      "PATH": programs + ":/usr/bin:/bin", "XDG_STATE_HOME": folder["xdg"], "LLVM_PROFILE_FILE": "/dev/null",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: folder["output"])
    process.standardError = FileHandle(forWritingAtPath: folder["talk"])
    let code = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    return Shell(code: code, output: try folder.text(of: "output"), talk: try folder.text(of: "talk"))
  }
}
