internal import LifebusSystem
internal import LifebusThreads

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that runs beside a test, with pipes for its input, output and standard error.
///
/// Its input is closed when the test lets go of it; what it has started itself is ended with it.
package final class RunningProgram: Sendable {
  package let output: LineReader
  package let talk: LineReader
  private let process: ChildProcess
  private let ending: Task<ChildProcess.End, Never>
  private let input: Lock<Descriptor?>

  /// Starts a program that works in a folder, with nothing in its environment but what is named.
  package init(
    _ path: String, _ arguments: [String] = [], in folder: String = "/", environment: [String: String] = [:]
  ) throws {
    // A program that ends early closes what the test still writes to.
    signal(SIGPIPE, SIG_IGN)
    // The shell goes to the folder, and becomes the program.
    let process = try ChildProcess.start(
      "/bin/sh", arguments: ["-c", "cd \"$0\" && exec \"$@\"", folder, path] + arguments,
      environment: environment.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { given, _ in given })
    self.process = process
    let (output, talk) = (LineReader(process.output), LineReader(process.errors))
    (self.output, self.talk) = (output, talk)
    input = Lock(process.input)
    let thread = ThreadExecutor(name: "test-end")
    let ending = Task.detached(executorPreference: thread) {
      defer { thread.close() }
      return process.awaitEnd()
    }
    self.ending = ending
    Task.detached {
      _ = (await ending.value, await output.all(), await talk.all())
      process.close()
    }
  }

  deinit { closeInput() }

  package var pid: Int32 { process.id }

  package func send(_ signal: Int32) { kill(pid, signal) }

  /// Writes to its input; waits until it is taken, or the program is gone.
  package func write(_ text: String) { try? input.withLock { $0 }?.write(Array(text.utf8)) }

  package func closeInput() {
    input.withLock {
      $0?.close()
      $0 = nil
    }
  }

  /// Waits for its end: its exit code, or the negative number of the signal that ended it.
  package func code() async -> Int32 {
    switch await ending.value {
    case .code(let code): code
    case .signal(let signal): -signal
    case .unknown: Int32.min
    }
  }
}

extension ChildProcess {
  fileprivate func awaitEnd() -> End {
    var info = siginfo_t()
    while true {
      _ = waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT)
      if let end = collect() { return end }
    }
  }
}
