import LifebusTestKit
import Synchronization
import Testing

@testable import Lifebus

@Suite struct TimeoutTests {
  let test = TestBus()
  let policy = Policy(timeout: .milliseconds(100), grace: .milliseconds(50))

  @Test func `A call that obeys its cancel has timed out at its limit, and the next delivery is not cancelled`() async throws {
    let log = try test.recordAll(policy: policy)
    log.doesNext(.takes(1_000.ms), .takes(10.ms))
    test.bus.post(Launch())
    let next = test.bus.post(Custom("next"))
    test.advance(by: 300.ms)
    #expect(log.ends == ["100 launch", "110 custom:next"])
    #expect(test.bus.snapshot().handlers[0].counts == ["timedOut": 1, "done": 1])
    #expect(test.words(next) == ["log": "done"])
  }

  @Test func `A call that returns within the grace has failed all the same`() async throws {
    let log = try test.recordAll(policy: policy)
    log.doesNext(.ignoresCancel(120.ms))
    test.launch()
    test.advance(by: 300.ms)
    #expect(log.ends == ["120 launch"])
    #expect(test.bus.snapshot().handlers[0].counts == ["timedOut": 1])
  }

  @Test func `After the grace the handler is stuck, its cursor waits, others go on, and a late return resumes it`() async throws
  {
    let log = try test.recordAll(policy: policy)
    let other = try test.recordAll("other")
    log.doesNext(.ignoresCancel(400.ms))
    let activity = test.bus.activity
    let launch = test.bus.post(Launch())
    let next = test.bus.post(Custom("next"))
    test.advance(by: 200.ms)
    #expect(test.words(launch)["log"] == "timedOut")
    #expect(test.words(next) == ["log": "waiting", "other": "done"])
    #expect(test.bus.snapshot().handlers[0].state == .stuck)
    test.advance(by: 300.ms)
    #expect(log.lines == ["0 launch", "400 custom:next"])
    #expect(other.lines == ["0 launch", "0 custom:next"])
    #expect(try test.items(activity).map(\.kind).contains(.late(400.ms)))
    #expect(test.words(launch)["log"] == "timedOut")
  }

  @Test func `With a grace of zero a call that obeys is not stuck`() async throws {
    let log = try test.recordAll(policy: Policy(timeout: .milliseconds(100), grace: .zero))
    log.doesNext(.takes(1_000.ms))
    let activity = test.bus.activity
    test.launch()
    test.advance(by: 200.ms)
    #expect(!(try test.words(activity).contains("stuck")))
    #expect(test.bus.snapshot().handlers[0].counts == ["timedOut": 1])
  }

  @Test func `A handler that blocks its thread with a thread of its own leaves the others' times untouched (H3)`() async throws
  {
    let bus = LifecycleBus()
    let blocker = Blocker()
    let seen = Seen()
    try bus.register(blocker, policy: Policy(runsOn: .ownThread)) { on in on(Launch.self) { blocker, _ in blocker.block() } }
    try bus.register(seen) { on in on(Launch.self) { seen, _ in seen.note("launch") } }
    let activity = bus.activity
    let launch = bus.post(Launch())
    while let item = await activity.next(), item.handler != "seen" || item.kind.word != "outcome" {}
    #expect(launch.outcomes["blocker"]?.word == "running")
    blocker.letGo()
    #expect(try await launch.settled() == ["blocker": .done, "seen": .done])
  }

  @Test func `A handler that blocks a thread of the pool without saying so is reported (H3)`() async throws {
    var limits = Limits()
    limits.blockedAfter = .milliseconds(20)
    let bus = LifecycleBus(limits: limits)
    let blocker = Blocker()
    try bus.register(blocker) { on in on(Launch.self) { blocker, _ in blocker.block() } }
    let activity = bus.activity
    bus.post(Launch())
    while let item = await activity.next(), item.kind != .blocked {}
    blocker.letGo()
    try await bus.idle()
  }

  @Test func `A call that waits and keeps no thread is not reported as blocking (H3)`() async throws {
    // Real time, as far as the bus can tell, which the test moves.
    let clock = ManualClock()
    let executor = TestExecutor()
    let alarm = Alarm()
    let time = Timekeeper(
      now: { clock.now.offset }, setAlarm: { _ in }, close: {}, onAlarm: { alarm.body = $0 }, isReal: true)
    let bus = LifecycleBus(core: Core(time: time, limits: Limits(), executor: executor))
    let waits = RecordingHandler("waits", on: clock)
    waits.does(.takes(.seconds(60)))
    try bus.register(waits) { on in on(Launch.self) { handler, delivery in try await handler.handle(delivery) } }
    let activity = bus.activity
    bus.post(Launch())
    for _ in 0..<70 {
      executor.runUntilEmpty()
      clock.advance(by: .seconds(1))
      alarm.body?()
    }
    executor.runUntilEmpty()
    let test = TestBus(bus: bus, clock: clock, executor: executor)
    let words = try test.words(activity)
    #expect(words.contains("outcome") && !words.contains("blocked"))
  }
}

private final class Alarm: Sendable {
  private let stored = Mutex<(@Sendable () -> Void)?>(nil)

  var body: (@Sendable () -> Void)? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}
