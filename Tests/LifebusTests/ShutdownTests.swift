import Lifebus
import LifebusTestKit
import Testing

@Suite struct ShutdownTests {
  let test = TestBus()

  @Test func `Intake closes, cursors drain, handlers stop, and the report is empty`() async throws {
    let log = try test.recordAll()
    log.does(.takes(10.ms))
    test.bus.post(Launch())
    test.bus.post(Custom("a"))
    let report = test.start { [bus = test.bus] in await bus.shutdown(grace: .seconds(1)) }
    let late = test.bus.post(Custom("late"))
    test.advance(by: 20.ms)
    #expect(late.disposition == .closed)
    #expect(log.lines == ["0 launch", "10 custom:a"])
    #expect(log.isStopped)
    let ended = try report.value?.get()
    #expect(ended?.leftovers == [] && ended?.notStopped == [])
  }

  @Test func `When the grace ends what is left is cut off and named`() async throws {
    let log = try test.recordAll()
    log.does(.hangs)
    let launch = test.bus.post(Launch())
    let waiting = test.bus.post(Custom("a"))
    let report = test.start { [bus = test.bus] in await bus.shutdown(grace: .seconds(1)) }
    test.advance(by: .seconds(2))
    #expect(
      try report.value?.get().leftovers.map { "\($0.handler) \($0.kind) \($0.wasRunning)" } == [
        "log launch true", "log custom:a false",
      ])
    #expect(test.words(launch) == ["log": "leftover"] && test.words(waiting) == ["log": "leftover"])
    #expect(log.lines == ["0 launch"])
    #expect(log.isStopped)
  }

  @Test func `A second shutdown joins the first and may only shorten the grace`() async throws {
    let log = try test.recordAll()
    log.does(.hangs)
    test.bus.post(Launch())
    let first = test.start { [bus = test.bus] in await bus.shutdown(grace: .seconds(10)) }
    let second = test.start { [bus = test.bus] in await bus.shutdown(grace: .seconds(1)) }
    let third = test.start { [bus = test.bus] in await bus.shutdown(grace: .seconds(60)) }
    test.advance(by: .seconds(1))
    #expect(try first.value?.get().leftovers.count == 1)
    #expect(try second.value?.get() == first.value?.get() && third.value?.get() == first.value?.get())
  }

  @Test func `What was held for a launch that never came is closed, and the launch too`() throws {
    let held = test.bus.post(Custom("held"))
    let report = test.start { [bus = test.bus] in await bus.shutdown() }
    test.settle()
    #expect(report.value != nil)
    #expect(held.disposition == .closed)
    #expect(test.bus.post(Launch()).disposition == .closed)
    #expect(throws: LifebusError.closed) { try test.recordAll() }
  }

  @Test func `A stop() that does not return is named, and the shutdown ends without it`() throws {
    try test.bus.register(NeverStops()) { on in on(Launch.self) { _, _ in } }
    _ = try test.recordAll()
    test.launch()
    let report = test.start { [bus = test.bus] in await bus.shutdown() }
    test.advance(by: .seconds(10))
    #expect(try report.value?.get().notStopped == ["never"])
  }

  @Test func `Activity ends when the bus has stopped, after what was still to be read`() async throws {
    let bus = LifecycleBus()
    let activity = bus.activity
    bus.post(Launch())
    await bus.shutdown()
    var words: [String] = []
    while let item = await activity.next() { words.append(item.kind.word) }
    #expect(words == ["accepted", "shuttingDown"])
  }
}

private actor NeverStops: LifecycleHandler {
  nonisolated let id: HandlerID = "never"
  private var kept: [UnsafeContinuation<Void, Never>] = []

  func stop() async { await withUnsafeContinuation { kept.append($0) } }
}
