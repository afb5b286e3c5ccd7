import TestSupport

/// A process of the program `CrashHost`.
struct HostProcess {
  private let program: RunningProgram

  init(_ arguments: [String]) throws {
    program = try RunningProgram(
      BuiltProgram.path(of: "CrashHost"), arguments, environment: ["SWIFT_BACKTRACE": "enable=no"])
    program.closeInput()
  }

  var pid: Int32 { program.pid }

  /// Waits until the host serves clients; false if it ends before.
  func isListening() async -> Bool { await program.talk.line(with: "listens at") != nil }

  func send(_ signal: Int32) { program.send(signal) }

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
    End(code: await program.code(), talk: await program.talk.all().joined(separator: "\n"))
  }
}
