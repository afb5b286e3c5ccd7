import Foundation
import LifebusSystem
import Testing

@testable import LifebusHost

/// The program `lifebus-host`, running, as it was built beside the tests.
final class Program: Sendable {
  /// Where the build put it.
  static let path: String = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return bundle.bundleURL.deletingLastPathComponent().appending(path: "lifebus-host").path
    #else
      return Bundle.main.bundleURL.appending(path: "lifebus-host").path
    #endif
  }()

  let output: LineReader
  let talk: LineReader
  let pid: Int32
  private let process: Process
  private let input: Pipe
  // Kept, because a pipe that is gone closes what its reader reads.
  private let outputPipe: Pipe
  private let talkPipe: Pipe
  private let exits: AsyncStream<Int32>

  /// Starts the program, or another one such as a shell that starts it, in a folder where its state is too.
  init(_ arguments: [String], in folder: TemporaryFolder, running path: String = Program.path) throws {
    let (exits, continuation) = AsyncStream<Int32>.makeStream()
    self.exits = exits
    // A program that ends early closes what the test still writes to.
    signal(SIGPIPE, SIG_IGN)
    (input, outputPipe, talkPipe) = (Pipe(), Pipe(), Pipe())
    process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = ["XDG_STATE_HOME": folder["xdg"], "LLVM_PROFILE_FILE": "/dev/null"]
    process.standardInput = input
    process.standardError = talkPipe
    process.standardOutput = outputPipe
    process.terminationHandler = { process in
      continuation.yield(process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus)
      continuation.finish()
    }
    try process.run()
    pid = process.processIdentifier
    output = LineReader(Descriptor(raw: outputPipe.fileHandleForReading.fileDescriptor))
    talk = LineReader(Descriptor(raw: talkPipe.fileHandleForReading.fileDescriptor))
  }

  /// Sends a signal.
  func send(_ signal: Int32) { kill(pid, signal) }

  /// Writes to its standard input; waits until it is taken.
  func write(_ text: String) { try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  func closeInput() { try? input.fileHandleForWriting.close() }

  /// Waits for its end: its exit code, or the negative number of the signal that ended it.
  func code() async -> Int32 {
    for await code in exits { return code }
    return -1
  }
}
