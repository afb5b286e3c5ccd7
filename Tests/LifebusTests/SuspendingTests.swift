import LifebusTestKit
import Testing

@testable import Lifebus

/// A handler that cannot be called for a moment.
@Suite struct SuspendingTests {
  private let test = TestBus()

  @Test func `What a suspended handler would get waits, and no time of it runs`() throws {
    let handler = try test.record("a", Custom.self, policy: Policy(timeout: .seconds(1)))
    test.launch()
    test.bus.suspend("a")
    let receipts = ["x", "y"].map { test.post($0) }
    test.advance(by: .seconds(60))
    #expect(handler.lines == [] && receipts.map { test.words($0)["a"] } == ["waiting", "waiting"])
    test.bus.resume("a")
    test.settle()
    #expect(receipts.map { test.words($0)["a"] } == ["done", "done"])
  }

  @Test func `A call that runs goes on, and what comes after it waits`() throws {
    let handler = try test.record("a", Custom.self)
    handler.does(.takes(10.ms))
    test.launch()
    let receipts = ["x", "y"].map { test.post($0) }
    test.bus.suspend("a")
    test.advance(by: .seconds(1))
    #expect(receipts.map { test.words($0)["a"] } == ["done", "waiting"])
    test.bus.resume("a")
    test.advance(by: .seconds(1))
    #expect(test.words(receipts[1])["a"] == "done")
  }

  @Test func `Others run on, and who comes after it waits for it`() throws {
    _ = try test.record("a", Custom.self)
    let other = try test.record("b", Custom.self)
    let later = try test.record("c", Custom.self, policy: Policy(after: ["a"]))
    test.launch()
    test.bus.suspend("a")
    test.post("x")
    test.settle()
    #expect(other.lines.count == 1 && later.lines == [])
    test.bus.resume("a")
    test.settle()
    #expect(later.lines.count == 1)
  }
}
