import Foundation
import TestSupport

/// The program `lifebus`, as it was built beside the tests.
enum Program {
  /// Runs it to its end.
  static func run(_ arguments: String...) async throws -> FinishedProgram { try await run(arguments) }

  static func run(_ arguments: [String]) async throws -> FinishedProgram {
    try await FinishedProgram(BuiltProgram.path(of: "lifebus"), arguments)
  }

  /// Runs it with its data going to a file.
  static func code(_ arguments: String..., to file: String) async throws -> Int32 {
    let script = #"file="$0"; exec "$@" > "$file""#
    return try await FinishedProgram("/bin/sh", ["-c", script, file, BuiltProgram.path(of: "lifebus")] + arguments).code
  }
}

extension TemporaryFolder {
  /// A folder with files.
  convenience init(_ files: [String: [UInt8]]) throws {
    try self.init()
    for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: self[name])) }
  }
}
