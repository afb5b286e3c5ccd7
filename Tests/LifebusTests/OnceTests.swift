import Lifebus
import LifebusTestKit
import Testing

@Suite struct OnceTests {
  let test = TestBus()

  @Test func `perProcess is called until it is done once; a failure does not use it up`() async throws {
    let log = try test.record("log", Custom.self, named: "x", once: .perProcess)
    log.doesNext(.fails)
    test.launch()
    let receipts = (0..<3).map { _ in test.post("x") }
    #expect(log.lines.count == 2)
    #expect(receipts.map { test.words($0)["log"] } == ["failed", "done", "duplicate"])
  }

  @Test func `perScope counts by scope and instance, and forget frees the key`() async throws {
    let log = try test.record("log", Appear.self, once: .perScope)
    test.launch()
    for scope: Scope in ["home", "home", Scope("home", instance: "2"), "list"] { test.bus.post(Appear(scope)) }
    test.bus.forget("home")
    test.bus.post(Appear("home"))
    test.settle()
    #expect(log.lines == ["0 appear(home)", "0 appear(home/2)", "0 appear(list)", "0 appear(home)"])
  }

  @Test func `perSession counts from an entry to its exit; every exit ends a stretch and belongs to it`() async throws {
    let log = try test.record("log", PhaseChanged.self, once: .perSession)
    test.launch()
    test.report(.inactive, .background, .inactive, .active, .inactive, .background, .inactive)
    #expect(
      log.lines == [
        "0 phaseChanged(inactive)", "0 phaseChanged(inactive)", "0 phaseChanged(active)", "0 phaseChanged(inactive)",
      ])
  }

  @Test func `A handler that is replaced, or comes back, has done once what it had done once`() async throws {
    _ = try test.record("log", Custom.self, named: "x", once: .perProcess)
    test.launch()
    test.post("x")
    let second = try test.record("log", Custom.self, named: "x", once: .perProcess)
    test.post("x")
    test.bus.unregister("log")
    let third = try test.record("log", Custom.self, named: "x", once: .perProcess)
    test.post("x")
    #expect(second.lines == [])
    #expect(third.lines == [])
  }

  @Test func `keep latest collapses what piles up while the handler is busy into one follow-up`() async throws {
    let log = try test.record("log", Custom.self, named: "x", keep: .latest)
    log.does(.takes(10.ms))
    test.launch()
    let receipts = (1...4).map { test.post("x", id: EventID("\($0)")) }
    test.advance(by: 50.ms)
    #expect(log.lines == ["0 custom:x(1)", "10 custom:x(4)"])
    #expect(receipts.map { test.words($0)["log"] } == ["done", "collapsed", "collapsed", "done"])
  }

  @Test func `once and keep latest in one clause is an error`() throws {
    #expect(throws: LifebusError.self) { try test.record("log", Launch.self, once: .perProcess, keep: .latest) }
  }
}
