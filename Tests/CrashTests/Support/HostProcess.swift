import Foundation
import LifebusSystem

/// A process of the program `CrashHost`, as it was built beside the tests.
final class HostProcess: Sendable {
  private static let path: String = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return bundle.bundleURL.deletingLastPathComponent().appending(path: "CrashHost").path
    #else
      return Bundle.main.bundleURL.appending(path: "CrashHost").path
    #endif
  }()

  let pid: Int32
  private let listening: Task<Bool, Never>
  private let talk: Task<String, Never>
  private let codes: AsyncStream<Int32>

  init(_ arguments: [String]) throws {
    // A host that is killed closes what a client still writes to.
    signal(SIGPIPE, SIG_IGN)
    let (codes, code) = AsyncStream<Int32>.makeStream()
    let (listening, listens) = AsyncStream<Void>.makeStream()
    let pipe = try Descriptor.pipe()
    defer { pipe.writing.close() }
    let process = Process()
    process.executableURL = URL(filePath: Self.path)
    process.arguments = arguments
    process.environment = ["SWIFT_BACKTRACE": "enable=no", "LLVM_PROFILE_FILE": "/dev/null"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(fileDescriptor: pipe.writing.raw)
    process.terminationHandler = { process in
      code.yield(process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus)
    }
    try process.run()
    (pid, self.codes) = (process.processIdentifier, codes)
    self.listening = Task { await listening.first { _ in true } != nil }
    talk = Task { await onOwnThread("crash-talk") { Self.read(pipe.reading, listens) } }
  }

  /// Reads what the host says to its end, and tells when it listens.
  private static func read(_ pipe: Descriptor, _ listens: AsyncStream<Void>.Continuation) -> String {
    defer { pipe.close() }
    defer { listens.finish() }
    var talk = ""
    while let bytes = try? pipe.readSome(1 << 12), !bytes.isEmpty {
      talk += String(decoding: bytes, as: UTF8.self)
      if talk.contains("listens at") { listens.yield() }
    }
    return talk
  }

  /// Waits until the host serves clients; false if it ends before.
  func isListening() async -> Bool { await listening.value }

  func send(_ signal: Int32) { kill(pid, signal) }

  /// How a process ended.
  struct End {
    /// Its exit code, or the negative number of the signal that ended it.
    let code: Int32
    var isBySignal: Bool { code < 0 }
    /// What it said to people.
    let talk: String
  }

  /// Waits for its end.
  func end() async -> End {
    let talk = await talk.value
    for await code in codes { return End(code: code, talk: talk) }
    return End(code: -1, talk: talk)
  }
}
