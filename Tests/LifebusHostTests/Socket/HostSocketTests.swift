import Foundation
import LifebusSystem
import LifebusWire
import TestSupport
import Testing

@testable import LifebusHost

/// Who may be at a socket's path, and in a state folder.
@Suite struct HostSocketTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func problem(_ socket: String) -> String? {
    do {
      try HostSocket.open(socket).close()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `the socket is for its owner only, and is removed at the end`() throws {
    let state = try StateFolder.open(folder["s"])
    let socket = try HostSocket.open(folder["s/socket"])
    #expect(try folder.mode(of: "s/socket") == 0o600)
    socket.close()
    #expect(!FileManager.default.fileExists(atPath: folder["s/socket"]))
    state.close()
  }

  @Test func `a socket that a killed host has left is replaced`() throws {
    let state = try StateFolder.open(folder["s"])
    try LocalSocket.listen(at: folder["s/socket"]).close()
    #expect(FileManager.default.fileExists(atPath: folder["s/socket"]))
    try HostSocket.open(folder["s/socket"]).close()
    state.close()
  }

  @Test func `what is no socket is refused and left as it is`() throws {
    try folder.write("mine", to: "file")
    try FileManager.default.createSymbolicLink(atPath: folder["link"], withDestinationPath: folder["file"])
    #expect(problem(folder["file"])?.contains("it is a file, not a socket; give another with --socket") == true)
    #expect(problem(folder["link"])?.contains("it is a symbolic link, not a socket") == true)
    #expect(try folder.text(of: "file") == "mine")
  }

  @Test func `a path that is too long is named, with its length and the system's limit`() throws {
    let path = folder[String(repeating: "x", count: 120)]
    let expected = "the path has \(path.utf8.count) bytes, and the system takes \(LocalSocket.pathLimit)"
    #expect(problem(path)?.contains(expected) == true)
  }

  @Test func `two hosts cannot have one socket, and who comes second leaves it as it is`() async throws {
    let first = try HostedRun(["--plugins", "recorder"], events: nil)
    let path = await first.socket()
    let second = try HostedRun(["--plugins", "recorder", "--socket", path], events: nil)
    let result = await second.result()
    #expect(result.code == .badInput)
    #expect(result.talk.first?.contains("it is in use by the host with pid \(getpid())") == true)
    #expect(try await RawClient.answers(path, emitRequest(.accepted) + Line.launch + "\n").count == 3)
    first.signals.yield(SIGTERM)
    #expect(await first.result().code == .done)
    try HostSocket.open(path).close()
  }

  @Test func `a run that ends by itself goes on without a default socket`() async throws {
    let long = String(repeating: "x", count: 100)
    let run = try HostedRun(
      ["--plugins", "recorder", "--events", "-", "--until-idle", "--state", folder["\(long)"]], events: [Line.launch])
    _ = await run.result()
    let again = try RunningProgram(["--plugins", "auth-gate", "--events", "-", "--until-idle", "--state", long], in: folder)
    again.write(Line.launch + "\n")
    again.closeInput()
    #expect(await again.talk.line(with: "the path has") != nil)
    #expect(await again.code() == 0)
  }
}

extension StateFolderTests {
  @Test func `a symbolic link is refused as the folder and as its lock`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder["real"], withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder["link"], withDestinationPath: folder["real"])
    for path in [folder["link"], folder["link/"]] {
      let error = #expect(throws: HostError.self) { try StateFolder.open(path) }
      #expect(error?.description.contains("it is a symbolic link") == true)
    }
    try folder.write("", to: "target")
    try FileManager.default.createSymbolicLink(atPath: folder["real/lock"], withDestinationPath: folder["target"])
    #expect(throws: HostError.self) { try StateFolder.open(folder["real"]) }
    #expect(try folder.text(of: "target") == "")
  }

  @Test func `an own folder that is empty gets its mode, and one that others can write to is refused`() throws {
    let folder = try TemporaryFolder()
    for name in ["empty", "full"] {
      try FileManager.default.createDirectory(atPath: folder[name], withIntermediateDirectories: true)
      chmod(folder[name], 0o777)
    }
    try folder.write("", to: "full/other")
    try StateFolder.open(folder["empty"]).close()
    #expect(try folder.mode(of: "empty") == 0o700)
    let error = #expect(throws: HostError.self) { try StateFolder.open(folder["full"]) }
    #expect(error?.description.contains("others can write to it (its mode is 777)") == true)
    #expect(try folder.mode(of: "full") == 0o777)
  }
}
