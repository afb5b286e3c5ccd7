import Foundation

/// Compiles Swift against the modules that were built for the tests, and runs it.
struct Toolchain {
  /// Where the build puts its products: the test bundle is one of them.
  static let products: URL = {
    #if os(Linux)
      let bundle = URL(fileURLWithPath: CommandLine.arguments[0])
    #else
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
    #endif
    return bundle.resolvingSymlinksInPath().deletingLastPathComponent()
  }()

  static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  struct Result {
    let code: Int32
    let output: String
  }

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "lifebus-documentation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Checks the types of a program.
  func check(_ source: String) throws -> Result {
    let file = folder.appending(path: "main.swift")
    try Data(source.utf8).write(to: file)
    return try run("swiftc", ["-typecheck", file.path] + Self.settings)
  }

  /// Compiles a program and runs it.
  func play(_ source: String) throws -> Result {
    let file = folder.appending(path: "main.swift")
    try Data(source.utf8).write(to: file)
    let program = folder.appending(path: "program").path
    let compiled = try run("swiftc", [file.path, "-o", program] + Self.settings + Self.objects())
    guard compiled.code == 0 else { return compiled }
    return try run(program, [])
  }

  private static let settings = [
    "-swift-version", "6", "-I", products.appending(path: "Modules").path, "-enable-upcoming-feature",
    "NonisolatedNonsendingByDefault",
  ]

  private static func objects() throws -> [String] {
    try ["Lifebus", "LifebusThreads", "LifebusTestKit", "LifebusHandlerText", "LifebusJSON"].flatMap { module in
      let folder = products.appending(path: "\(module).build")
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".o") }.map { folder.appending(path: $0).path }
    }
  }

  private func run(_ program: String, _ arguments: [String]) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = folder.appending(path: "output.txt")
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    try handle.close()
    return Result(code: process.terminationStatus, output: String(decoding: try Data(contentsOf: output), as: UTF8.self))
  }
}
