import Foundation
import Lifebus
import LifebusSystem
import TestSupport

@testable import LifebusHost

/// A host in this process, with its output in pipes and signals that the test sends.
struct HostedRun {
  let folder: TemporaryFolder
  let output: LineReader
  let talk: LineReader
  let signals: AsyncStream<Int32>.Continuation
  private let code: Task<ExitCode, Never>

  /// How a run ended.
  struct Result {
    let code: ExitCode
    let output: [String]
    let talk: [String]
  }

  /// Starts a host with the test plugins, a state folder of its own or the one in `folder`, and the events that `--events -`
  /// reads; nil: the input stays open and empty.
  init(
    _ arguments: [String], in folder: TemporaryFolder? = nil, events: [String]? = [],
    readingAfter start: AsyncStream<Void>? = nil
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    // A host that stops early closes what the test still writes to.
    signal(SIGPIPE, SIG_IGN)
    let (input, output, talk) = (try Descriptor.pipe(), try Descriptor.pipe(), try Descriptor.pipe())
    self.output = LineReader(output.reading, after: start)
    self.talk = LineReader(talk.reading)
    let (signals, continuation) = AsyncStream<Int32>.makeStream()
    self.signals = continuation
    let surroundings = Surroundings(
      environment: [:], folder: folder.path, input: input.reading, output: output.writing, talk: Talk(to: talk.writing),
      signals: signals)
    let host = PluginHost(
      catalog: PluginCatalog([
        Recorder.self, Doorkeeper.self, Guest.self, Stillborn.self, Sleeper.self, Choosy.self, Laborer.self, Foreman.self,
        Keeper.self,
      ]),
      surroundings: surroundings)
    code = Task.detached {
      let code = await host.run(arguments.isEmpty ? [] : arguments + ["--state", folder["state"]])
      for end in [input.reading, output.writing, talk.writing] { end.close() }
      return code
    }
    Thread.detachNewThread {
      guard let events else { return }
      try? input.writing.write(Array((events.joined(separator: "\n") + "\n").utf8))
      input.writing.close()
    }
  }

  /// Waits for the end.
  func result() async -> Result {
    Result(code: await code.value, output: await output.all(), talk: await talk.all())
  }

  /// Ends the host as a signal does, and waits for its end.
  func stop() async -> Result {
    signals.yield(SIGTERM)
    return await result()
  }

  /// Runs a host to its end.
  static func result(_ arguments: [String], events: [String] = []) async throws -> Result {
    try await HostedRun(arguments, events: events).result()
  }
}

/// Lines of events in short form.
enum Line {
  static let launch = #"{"type":"launch","cause":"user"}"#
  static let active = #"{"type":"phase","to":"active"}"#
  static let background = #"{"type":"phase","to":"background"}"#
  static func appear(_ scope: String) -> String { #"{"type":"appear","scope":"\#(scope)"}"# }
  static func custom(_ name: String) -> String { #"{"type":"custom","name":"\#(name)"}"# }
}
