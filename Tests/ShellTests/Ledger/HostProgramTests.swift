import TestSupport
import Testing

/// Where no host runs, the real programs change places.
@Suite struct HostProgramTests {
  /// The program `lifebus` without its neighbour.
  private static let alone = "mkdir alone; cp \"$(command -v lifebus)\" alone; PATH=$PATH_WITHOUT; "

  private func run(_ script: String) async throws -> FinishedProgram {
    let without = "PATH_WITHOUT=/usr/bin:/bin; "
    return try await Shell.run(without + script, in: TemporaryFolder())
  }

  @Test func `The files are asked by the program beside the shell`() async throws {
    let run = try await run("lifebus ledger verify")
    #expect(run.code == 2 && run.talk.hasPrefix("lifebus ledger: there is no ledger in '"), "\(run.talk)")
  }

  @Test func `A link to the shell finds it, too`() async throws {
    let run = try await run("ln -s \"$(command -v lifebus)\" link; PATH=$PATH_WITHOUT; ./link ledger verify")
    #expect(run.code == 2 && run.talk.hasPrefix("lifebus ledger: there is no ledger in '"), "\(run.talk)")
  }

  @Test func `The program on the path is the second choice`() async throws {
    let run = try await run("programs=$PATH; " + Self.alone + "PATH=$programs alone/lifebus plugins --release a")
    #expect(run.code == 2 && run.talk.hasPrefix("lifebus plugins: there is no ledger in '"), "\(run.talk)")
  }

  @Test(arguments: ["ledger ls", "plugins --release a", "check --ledger sqlite ."])
  func `Without the program it is named, with what to do`(_ words: String) async throws {
    let run = try await run(Self.alone + "alone/lifebus \(words)")
    #expect(run.code == 6)
    #expect(run.talk.contains("needs the program 'lifebus-host': it is neither beside this program nor on the PATH"))
  }

  @Test func `Where only the socket is known there are no files to ask`() async throws {
    let run = try await run("lifebus ledger ls --socket nowhere")
    #expect(run.code == 6 && run.talk.hasPrefix("lifebus ledger: no host listens at nowhere"))
  }

  @Test func `The host's program runs every verb`() async throws {
    let run = try await run("lifebus-host shell --help; lifebus-host shell status")
    #expect(
      run.code == 6 && run.output.hasPrefix("usage: lifebus VERB") && run.talk.hasPrefix("lifebus status: no host listens"))
  }
}
