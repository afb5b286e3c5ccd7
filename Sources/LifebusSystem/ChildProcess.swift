internal import CLifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that was started: the leader of a process group of its own, with three pipes and no other open file.
///
/// Whoever has started it collects its end (``collect()``), which lets the system forget it.
package struct ChildProcess: Sendable {
  package let id: Int32
  /// What the program reads; writing to it never waits.
  package let input: Descriptor
  /// What the program writes.
  package let output: Descriptor
  package let errors: Descriptor
  /// Can be read when the program has ended; nil where the system has no such thing.
  package let watch: Descriptor?

  /// Starts a program.
  package static func start(
    _ path: String, arguments: [String] = [], environment: [String: String]
  ) throws(SystemError) -> ChildProcess {
    var pipes: [(reading: Descriptor, writing: Descriptor)] = []
    do throws(SystemError) {
      for _ in 0..<3 { pipes.append(try Descriptor.pipe()) }
      let (input, output, errors) = (pipes[0], pipes[1], pipes[2])
      try input.writing.stopWaiting()
      let files = [input.reading, output.writing, errors.writing]
      let id = try spawn(path, [path] + arguments, environment.map { "\($0.key)=\($0.value)" }, files.map(\.raw))
      for end in files { end.close() }
      let watch = try? SystemError.check { lifebus_watch_process(id) }
      return ChildProcess(
        id: id, input: input.writing, output: output.reading, errors: errors.reading, watch: watch.map { Descriptor(raw: $0) })
    } catch {
      for end in pipes.flatMap({ [$0.reading, $0.writing] }) { end.close() }
      throw error
    }
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String], _ files: [Int32]
  ) throws(SystemError) -> Int32 {
    let arguments = arguments.map { strdup($0) } + [nil]
    let environment = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    return try SystemError.check { lifebus_spawn(path, arguments, environment, files) }
  }

  /// Ends the program, and every process of its group.
  package func kill() { _ = systemKill(-id, SIGKILL) }

  /// How the program has ended, after which its id may become another's; nil: it runs.
  ///
  /// What it has left of its group is ended.
  package func collect() -> End? {
    var info = siginfo_t()
    let isThere = try? SystemError.check { waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT) }
    guard isThere != nil else { return .unknown }
    guard info.si_signo != 0 else { return nil }
    // Its group bears its id, which is its own until it is collected.
    kill()
    var status: Int32 = 0
    let collected = try? SystemError.check { waitpid(id, &status, 0) }
    return collected == nil ? .unknown : End(status: status)
  }

  /// Closes what is left of it; its end was collected.
  package func close() {
    for end in [output, errors, watch].compactMap({ $0 }) { end.close() }
  }

  /// How a program has ended.
  package enum End: Equatable, Sendable, CustomStringConvertible {
    case code(Int32)
    case signal(Int32)
    case unknown

    init(status: Int32) {
      let signal = status & 0x7F
      self = signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
    }

    package var description: String {
      switch self {
      case .code(let code): "it ended with code \(code)"
      case .signal(let signal): "it was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
      case .unknown: "it ended"
      }
    }
  }
}

private func systemKill(_ process: Int32, _ signal: Int32) -> Int32 { kill(process, signal) }
