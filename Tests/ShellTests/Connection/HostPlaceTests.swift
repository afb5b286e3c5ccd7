import TestSupport
import Testing

@testable import LifebusShell

/// Where a host is looked for, and what is said of a place where none is.
@Suite struct HostPlaceTests {
  static let verbs = ["emit launch", "emit -", "tail", "status", "plan", "plugins", "explain 1"]

  @Test(arguments: verbs) func `Where nobody listens, the place is named, and how a host is started`(_ words: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let run = try await Shell.run("lifebus \(words) --state \(folder.path)/s", in: folder)
    #expect(run.code == 6 && run.output.isEmpty)
    #expect(
      run.talk.contains(
        "no host listens at \(folder.path)/s/socket: start one with 'lifebus-host --plugins LIST --state \(folder.path)/s'"))
  }

  @Test func `The default place is the one of the host`() async throws {
    let folder = try TemporaryFolder()
    let run = try await Shell.run("lifebus status; unset XDG_STATE_HOME HOME; lifebus status", in: folder)
    #expect(run.talk.contains("no host listens at \(folder["xdg"])/lifebus/socket"))
    #expect(run.code == 2 && run.talk.contains("neither XDG_STATE_HOME nor HOME is set"))
  }

  @Test(arguments: [
    ("ln -s x link; lifebus status --socket link", "the socket link cannot be used: it is a symbolic link, not a socket"),
    ("touch file; lifebus status --socket file", "the socket file cannot be used: it is a file, not a socket"),
    ("lifebus status --socket .", "the socket . cannot be used: it is a folder, not a socket"),
    ("lifebus status --socket $(printf 'x%.0s' $(seq 200))", "has 200 bytes, and the system takes"),
  ]) func `What is no socket is named`(_ script: String, _ words: String) async throws {
    let folder = try TemporaryFolder()
    let run = try await Shell.run(script, in: folder)
    #expect(run.code == 6 && run.talk.contains(words), "\(run.talk)")
  }

  @Test func `A link to a host's socket is not followed`() async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder, answering: [])
    let run = try await Shell.run("ln -s \(host.path) link; lifebus status --socket link", in: folder)
    #expect(run.code == 6 && run.talk.contains("symbolic link"))
  }

  @Test func `Data that cannot be written is told`() async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder, answering: [#"{"plugin":"a","hosted":true}"#])
    let run = try await Shell.run("lifebus plugins --socket \(host.path) > /dev/full", in: folder)
    #expect(run.code == 2 && run.talk.contains("standard output cannot be written"))
  }

  @Test func `A program whose standard files are closed takes no other for them`() async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder, FakeHostTests.answering)
    let run = try await Shell.run("lifebus emit launch --socket \(host.path) <&- 2>&-", in: folder)
    #expect(run.code == 0)
  }

  @Test func `Data for a standard output that is closed is told as not written`() async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder, answering: [#"{"plugin":"a","hosted":true}"#])
    let run = try await Shell.run("lifebus plugins --socket \(host.path) <&- >&-", in: folder)
    #expect(run.code == 2 && run.talk.contains("standard output cannot be written"))
  }

  @Test(arguments: verbs) func `Two places are one too many`(_ words: String) async throws {
    let folder = try TemporaryFolder()
    let run = try await Shell.run("lifebus \(words) --socket a --state b", in: folder)
    #expect(run.code == 2 && run.talk.contains("--socket and --state both say where the host is: give one"))
  }
}
