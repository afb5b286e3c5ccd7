import Foundation
import TestSupport
import Testing

@Suite struct SuiteTests {
  @Test func `Two shells get what the page promises, with the real programs`() async throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "suite.sh").path
    let run = try await Shell.run("sh '\(script)' '\(BuiltProgram.folder.path)'", in: TemporaryFolder())
    #expect(run.code == 0, "\(run.talk)")
  }
}
