import Lifebus
import LifebusTestKit
import Testing

@Suite struct ExplainTests {
  let test = TestBus()

  @Test func `explain says in words why a handler was, or was not, called`() async throws {
    _ = try test.gate()
    _ = try test.record("held", Custom.self, policy: Policy(behind: "auth"))
    let log = try test.recordAll("log")
    log.doesNext(.fails)
    test.launch()
    test.post("x", id: "x")
    _ = try test.recordAll("late")
    test.settle()
    #expect(test.bus.explain(1, to: "log").description == "launch (event 1) for 'log': its call failed: it was told to fail")
    #expect(test.bus.explain("x", to: "log").description == "custom:x (event 2) for 'log': it was called and is done")
    #expect(test.bus.explain(2, to: "held").description.contains("waits for the gate 'auth', which is pending"))
    #expect(test.bus.explain(2, to: "auth").description == "custom:x (event 2): no clause of 'auth' matches it")
    #expect(test.bus.explain(2, to: "late").description.contains("registered after it"))
    #expect(test.bus.explain(9, to: "log").description.contains("no event 9"))
    #expect(test.bus.explain("y", to: "log").description.contains("'y'"))
    #expect(test.bus.explain(2, to: "nobody").description.contains("no handler 'nobody'"))
  }
}
