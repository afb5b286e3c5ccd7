import Foundation
import Lifebus
import Sync
import TestSupport
import Testing

@Suite struct SyncFullDiskTests {
  @Test func `without room the old copy stays, no piece is left, and what fits is mirrored`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try folder.write("old", to: "large")
      try folder.write("old", to: "small")
      let plugin = try SyncPlugin(
        options: .init(resources: ["small", "large"], into: "mirror"), context: PluginContext(folder))
      let bus = try await LifecycleBus.with(plugin)
      bus.post(Launch(cause: .user))
      try await bus.enter()

      let text = String(repeating: "x", count: 300_000)
      try folder.write(text, to: "large")
      try folder.write("new", to: "small")
      limitFileSizes(to: 200_000)
      let outcome = try await bus.enter()["sync"]
      try #require(outcome == .failed("1 of 2 not mirrored: '\(folder["large"])' cannot be mirrored: File too large"))
      try #require(folder.text(at: "mirror/large") == "old")
      try #require(folder.text(at: "mirror/small") == "new")
      try #require(folder.files(in: "mirror") == ["large", "small"])

      limitFileSizes(to: 400_000)
      try #require(try await bus.enter()["sync"] == .done)
      try #require(folder.text(at: "mirror/large") == text)
    }
  }
}
