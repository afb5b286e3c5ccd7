import Foundation
import LifebusSystem

/// A program that runs, started without Foundation's detours.
struct ChildProcess: Sendable {
  let pid: pid_t

  /// Starts a program; what it has no descriptor for goes nowhere.
  init(
    _ path: String, _ arguments: [String], input: Descriptor? = nil, output: Descriptor? = nil, talk: Descriptor? = nil
  ) throws {
    let nowhere = try Descriptor.open(writing: "/dev/null")
    defer { nowhere.close() }
    pid = try SpawnSetup.with(descriptors: [input, output, talk].map { $0 ?? nowhere }) { setup in
      var words = ([path] + arguments).map { strdup($0) } + [nil]
      defer { words.forEach { free($0) } }
      var pid = pid_t()
      let failure = posix_spawn(&pid, path, &setup.actions, &setup.attributes, &words, environ)
      guard failure == 0 else { throw SystemError(code: failure) }
      return pid
    }
  }

  /// Waits for its end: its exit code, or nil if a signal ended it.
  func code() throws -> Int32? {
    var status: Int32 = 0
    _ = try SystemError.check { waitpid(pid, &status, 0) }
    return status & 0x7f == 0 ? status >> 8 & 0xff : nil
  }

  /// Ends it, and waits for that.
  func end() {
    kill(pid, SIGTERM)
    _ = try? code()
  }
}
