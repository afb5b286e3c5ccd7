import Foundation
import LifebusJSON
import LifebusSystem
import Testing

/// A plugin as a program, and the test as its host.
final class Child: Sendable {
  let output: LineReader
  let talk: LineReader
  let pid: Int32
  private let process: Process
  private let input: Pipe
  // Kept, because a pipe that is gone closes what its reader reads.
  private let outputs: [Pipe]
  private let exits: AsyncStream<Int32>

  /// Starts a plugin in a folder, in which it has a link of its name to the one program of all plugins.
  init(_ plugin: String, in folder: TemporaryFolder, environment: [String: String] = ["LIFEBUS_PLUGIN": "1"]) throws {
    let (exits, continuation) = AsyncStream<Int32>.makeStream()
    self.exits = exits
    // A program that ends early closes what the test still writes to.
    signal(SIGPIPE, SIG_IGN)
    let (input, output, talk) = (Pipe(), Pipe(), Pipe())
    (self.input, outputs) = (input, [output, talk])
    process = Process()
    process.executableURL = URL(filePath: try folder.link(plugin, to: Self.program))
    process.environment = environment.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { given, _ in given }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = talk
    process.terminationHandler = { process in
      continuation.yield(process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus)
      continuation.finish()
    }
    try process.run()
    pid = process.processIdentifier
    self.output = LineReader(Descriptor(raw: output.fileHandleForReading.fileDescriptor))
    self.talk = LineReader(Descriptor(raw: talk.fileHandleForReading.fileDescriptor))
  }

  /// Where the build put the program.
  private static let program: String = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return bundle.bundleURL.deletingLastPathComponent().appending(path: "PluginPrograms").path
    #else
      return Bundle.main.bundleURL.appending(path: "PluginPrograms").path
    #endif
  }()

  func send(_ signal: Int32) { kill(pid, signal) }

  /// Says lines; waits until they are taken.
  func say(_ lines: String...) {
    try? input.fileHandleForWriting.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
  }

  func closeInput() { try? input.fileHandleForWriting.close() }

  /// Waits for its end: its exit code, or the negative number of the signal that ended it.
  func code() async -> Int32 {
    for await code in exits { return code }
    return -1
  }
}
