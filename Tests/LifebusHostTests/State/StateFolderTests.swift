import Foundation
import Lifebus
import TestSupport
import Testing

@testable import LifebusHost

@Suite struct StateFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `the folder is made for its owner only`() throws {
    let state = try StateFolder.open(folder["a/b"])
    defer { state.close() }
    #expect(try folder.mode(of: "a") == 0o700)
    #expect(try folder.mode(of: "a/b") == 0o700)
    #expect(try folder.mode(of: "a/b/plugins") == 0o700)
    #expect(try folder.mode(of: "a/b/lock") == 0o600)
    #expect(try folder.text(of: "a/b/lock") == "\(getpid())\n")
    #expect(state.folder(of: "sync") == folder["a/b/plugins/sync"])
  }

  @Test func `a second host is refused with the pid of the first, and comes when that is gone`() throws {
    let first = try StateFolder.open(folder["s"])
    let error = #expect(throws: HostError.self) { try StateFolder.open(folder["s"]) }
    let problem = "is in use by the host with pid \(getpid()): stop it, or give another with --state"
    #expect(error?.description == "the state folder '\(folder["s"])' \(problem)")
    first.close()
    try StateFolder.open(folder["s"]).close()
  }

  @Test func `what is no folder is refused`() throws {
    try folder.write("", to: "file")
    for path in [folder["file"], folder["file/below"]] {
      let error = #expect(throws: HostError.self) { try StateFolder.open(path) }
      #expect(error?.description.contains("Not a directory") == true)
    }
  }

  @Test func `the default is the user's folder for state`() throws {
    func path(_ given: String?, _ environment: [String: String]) throws(HostError) -> String {
      try StateFolder.path(given, environment: environment, base: "/base")
    }
    #expect(try path("x", [:]) == "/base/x")
    #expect(try path("/x", ["HOME": "/home/ann"]) == "/x")
    #expect(try path(nil, ["XDG_STATE_HOME": "/state", "HOME": "/home/ann"]) == "/state/lifebus")
    #expect(try path(nil, ["XDG_STATE_HOME": "relative", "HOME": "/home/ann"]) == "/home/ann/.local/state/lifebus")
    #expect(throws: HostError.self) { try path(nil, [:]) }
  }
}
