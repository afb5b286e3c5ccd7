import LifebusSystem
import LifebusWire
import TestSupport
import Testing

/// The real program against a host that does what no good host does.
@Suite struct FakeHostTests {
  static let done =
    #"{"id":"1","sequence":1,"event":"launch","duplicate":false,"settled":true,"outcomes":{"a":{"outcome":"done","attempts":1,"milliseconds":1.0}}}"#

  /// Answers each event with `done`.
  static let answering: @Sendable (FakeConnection) -> Void = { connection in
    _ = connection.line()
    connection.say([FakeHost.greeting])
    while connection.line() != nil { connection.say([done]) }
    connection.say([FakeHost.complete])
  }

  @Test(arguments: [
    ("emit launch", 0), ("emit launch --json", 0), ("tail", 0), ("status", 0), ("plan", 0), ("plugins", 0), ("explain 1", 0),
    ("plugins --release a", 0), ("plugins --reload a", 0), ("ledger ls", 0),
    ("ledger show 1", 0), ("ledger redrive a --all", 0), ("ledger verify", 1),
  ]) func `Each verb gets along with a host that has nothing to say`(_ words: String, _ code: Int32) async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder, answering: [])
    let run = try await Shell.run("lifebus \(words) --socket \(host.path)", in: folder)
    // An emit has one line without an answer.
    #expect(run.code == (words.hasPrefix("emit") ? 6 : code), "\(run.talk)")
  }

  @Test(arguments: ["emit launch", "emit -", "tail", "status", "plan", "plugins", "explain 1", "ledger ls"])
  func `A host of another version is named with both versions`(_ words: String) async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder) { connection in
      _ = connection.line()
      connection.say([#"{"lifebus":2,"error":"no","exitCode":7}"#])
    }
    let run = try await Shell.run("lifebus \(words) --socket \(host.path)", in: folder)
    #expect(run.code == 7 && run.output.isEmpty)
    #expect(run.talk.contains("speaks version 2 of the protocol and this program version \(Wire.version)"))
  }

  @Test func `A host that does not know the ledger says so, and nobody else is asked`() async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder) { connection in
      _ = connection.line()
      connection.say([WireLine.refusal("'ledger' is nothing that this host does", exitCode: 2).text])
    }
    let run = try await Shell.run("lifebus ledger ls --socket \(host.path)", in: folder)
    #expect((run.code, run.talk) == (2, "lifebus ledger: 'ledger' is nothing that this host does\n"))
  }

  @Test func `A host's refusal is passed on with its code`() async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder) { $0.say([WireLine.refusal("256 clients are connected", exitCode: 6).text]) }
    let run = try await Shell.run("lifebus status --socket \(host.path)", in: folder)
    #expect((run.code, run.talk) == (6, "lifebus status: 256 clients are connected\n"))
  }

  @Test func `What is no host is told from one`() async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder) { $0.send("HTTP/1.1 400 Bad Request\r\n\r\n") }
    let run = try await Shell.run("lifebus status --socket \(host.path)", in: folder)
    #expect(run.code == 6 && run.talk.contains("is no host: it does not begin with a greeting"))
  }

  @Test func `A host that goes away in the middle of an answer is named`() async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder) { connection in
      _ = connection.line()
      connection.say([FakeHost.greeting, Self.done])
      connection.send(#"{"id":"2","sequ"#)
    }
    let run = try await Shell.run("printf '{}\\n{}\\n' | lifebus emit - --socket \(host.path)", in: folder)
    #expect(
      run.code == 6 && run.output.hasPrefix("launch  (event 1)\n") && run.talk.contains("went away before it had said all"))
  }

  @Test func `A host that does not answer is given up some seconds after the timeout`() async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder) { connection in connection.waitForClose() }
    let run = try await Shell.run("lifebus emit launch --timeout 0s --socket \(host.path)", in: folder)
    #expect(run.code == 3 && run.talk.contains("does not answer"))
  }

  @Test func `A host that shuts down before all is answered says so`() async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder) { connection in
      _ = connection.line()
      connection.say([FakeHost.greeting, Self.done, WireLine.end(.shutdown).text])
    }
    let run = try await Shell.run("printf '{}\\n{}\\n' | lifebus emit - --socket \(host.path)", in: folder)
    #expect(
      run.code == 6
        && run.talk == "lifebus emit: the host shut down before it had answered all: 1 line of the input has no answer\n")
  }

  @Test func `A huge answer is taken as any other`() async throws {
    let folder = try TemporaryFolder()
    let reason = String(repeating: "x", count: 3_000_000)
    let host = try FakeHost(
      in: folder,
      answering: [
        #"{"event":"launch","settled":true,"outcomes":{"a":{"outcome":"failed","attempts":1,"reason":"\#(reason)"}}}"#
      ])
    let run = try await Shell.run("lifebus emit launch --socket \(host.path)", in: folder)
    #expect(run.code == 1 && run.output.utf8.count > 3_000_000)
  }

  @Test func `A line of the input that is longer than any buffer passes in pieces`() async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder, Self.answering)
    let run = try await Shell.run(
      "{ head -c 20000000 /dev/zero | tr '\\0' x; echo; echo '{}'; } | lifebus emit - --json --socket \(host.path) | wc -l",
      in: folder)
    #expect(run.code == 0 && run.output.contains("2"))
  }

  @Test func `Ten thousand lines have ten thousand answers`() async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder, Self.answering)
    let run = try await Shell.run("yes '{}' | head -10000 | lifebus emit - --json --socket \(host.path) | wc -l", in: folder)
    #expect(run.output.contains("10000"))
  }

  @Test func `Standard input is left alone by all but a dash`() async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder, connections: 3, Self.answering)
    let run = try await Shell.run(
      "printf 'a\\nb\\nc\\n' | while read x; do lifebus emit appear $x --socket \(host.path) >/dev/null; echo $x; done",
      in: folder)
    #expect(run.output == "a\nb\nc\n")
  }

  @Test func `A tail ends with its reader, and does not wait for another event`() async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder) { connection in
      _ = connection.line()
      connection.say([FakeHost.greeting, "first"])
      _ = connection.rest()
    }
    let run = try await Shell.run("lifebus tail --socket \(host.path) | head -1", in: folder)
    #expect(run.output == "first\n" && run.talk.hasPrefix("lifebus tail: watching the host with pid 4711\n"))
  }

  @Test(arguments: [("", 0), ("--count 2", 6), ("--until-idle", 6)])
  func `A tail that did not see what it was to see says so`(_ options: String, _ code: Int32) async throws {
    let folder = try TemporaryFolder()
    let host = try FakeHost(in: folder) { $0.say([FakeHost.greeting, "first", WireLine.end(.shutdown).text]) }
    let run = try await Shell.run("lifebus tail \(options) --socket \(host.path)", in: folder)
    #expect(run.code == code && run.output == "first\n")
  }
}
