import Foundation
import Lifebus
import Sync
import TestSupport
import Testing

@Suite struct LinksTests {
  let folder: TemporaryFolder
  let talk = Talk()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("secret", to: "elsewhere/secret.txt")
  }

  func run(_ resources: String...) async throws -> Outcome? {
    let plugin = try SyncPlugin(
      options: .init(resources: resources, into: "mirror"), context: PluginContext(folder, talk: talk))
    let bus = try await LifecycleBus.with(plugin)
    bus.post(Launch(cause: .user))
    return try await bus.enter()["sync"]
  }

  @Test func `a symbolic link in a folder is not followed, and that is told`() async throws {
    try folder.write("one", to: "content/a.txt")
    try folder.link("content/file", to: "../elsewhere/secret.txt")
    try folder.link("content/folder", to: "../elsewhere")
    #expect(try await run("content") == .done)
    #expect(folder.files(in: "mirror") == ["content/a.txt"])
    let reason = "is skipped: it is a symbolic link, or no file"
    #expect(talk.lines == ["'\(folder["content/file"])' \(reason)", "'\(folder["content/folder"])' \(reason)"])
  }

  @Test func `a link that the options name is followed`() async throws {
    try folder.link("current", to: "elsewhere")
    try folder.link("one", to: "elsewhere/secret.txt")
    #expect(try await run("current", "one") == .done)
    #expect(folder.files(in: "mirror") == ["current/secret.txt", "one"])
  }

  @Test func `nothing is written through a link in the mirror`() async throws {
    try folder.write("one", to: "content/secret.txt")
    try folder.write("two", to: "secret.txt")
    try folder.makeFolder("mirror")
    try folder.link("mirror/content", to: "../elsewhere")
    try folder.link("mirror/secret.txt", to: "../elsewhere/secret.txt")
    let outcome = try await run("content", "secret.txt")
    #expect(outcome?.word == "failed" && outcome?.reason?.hasPrefix("1 of 2 not mirrored:") == true)
    #expect(folder.text(at: "elsewhere/secret.txt") == "secret")
    #expect(folder.text(at: "mirror/secret.txt") == "two")
  }
}
