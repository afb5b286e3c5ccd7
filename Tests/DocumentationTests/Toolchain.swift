import Foundation
import TestSupport

/// Compiles Swift against the modules that were built for the tests, and runs it.
struct Toolchain {
  static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Checks the types of a program.
  func check(_ source: String) async throws -> FinishedProgram {
    try await compile(source, "-typecheck")
  }

  /// Compiles a program and runs it; how the compiler has ended, if it does not compile it.
  func play(_ source: String) async throws -> FinishedProgram {
    let compiled = try await compile(source, "-o", folder["program"], objects: try Self.objects())
    return compiled.code == 0 ? try await FinishedProgram(folder["program"]) : compiled
  }

  private func compile(_ source: String, _ mode: String..., objects: [String] = []) async throws -> FinishedProgram {
    let file = try folder.write(source, to: "main.swift")
    return try await FinishedProgram(
      "/usr/bin/env", ["swiftc", file] + mode + Self.settings + objects, environment: ProcessInfo.processInfo.environment)
  }

  private static let settings = [
    "-swift-version", "6", "-I", BuiltProgram.path(of: "Modules"), "-enable-upcoming-feature",
    "NonisolatedNonsendingByDefault",
  ]

  private static func objects() throws -> [String] {
    try ["Lifebus", "LifebusThreads", "LifebusTestKit", "LifebusHandlerText", "LifebusJSON"].flatMap { module in
      let folder = BuiltProgram.folder.appending(path: "\(module).build")
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".o") }.map { folder.appending(path: $0).path }
    }
  }
}
