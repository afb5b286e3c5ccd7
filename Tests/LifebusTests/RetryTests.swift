import Lifebus
import LifebusTestKit
import Testing

@Suite struct RetryTests {
  let test = TestBus()
  let retry = Retry(attempts: 3, delay: .milliseconds(100), maxDelay: .milliseconds(150), jitter: 0)

  @Test func `A failed delivery is tried again after a back-off that doubles up to its cap; order is kept`() async throws {
    let log = try test.recordAll(policy: Policy(retry: retry))
    log.doesNext(.fails, .fails)
    test.bus.post(Launch())
    test.bus.post(Custom("next"))
    test.advance(by: .seconds(1))
    #expect(log.lines == ["0 launch", "100 launch #2", "250 launch #3", "250 custom:next"])
  }

  @Test func `When the attempts are used up the delivery has failed, or is dead and kept with its reason`() async throws {
    let failing = try test.recordAll("failing", policy: Policy(retry: retry))
    let dying = try test.recordAll("dying", policy: Policy(retry: retry, keepsDead: true))
    failing.does(.fails)
    dying.does(.fails)
    test.launch()
    test.advance(by: .seconds(1))
    #expect(test.bus.snapshot().handlers.map(\.counts) == [["failed": 1], ["dead": 1]])
    #expect(test.bus.deadLetters(of: "dying").map(\.reason) == ["it was told to fail"])
    #expect(test.bus.deadLetters(of: "failing").isEmpty)
  }

  @Test func `A dead letter can be redriven, with its attempts counted anew, or discarded`() async throws {
    let dying = try test.recordAll("dying", policy: Policy(keepsDead: true))
    dying.doesNext(.fails, .fails)
    let receipt = test.bus.post(Launch())
    test.post("x")
    #expect(test.words(receipt) == ["dying": "dead"])
    #expect(test.bus.redrive(1, of: "dying"))
    #expect(test.bus.discard(2, of: "dying"))
    test.settle()
    #expect(dying.lines == ["0 launch", "0 custom:x", "0 launch"])
    #expect(test.words(receipt) == ["dying": "done"])
    #expect(test.bus.deadLetters(of: "dying").isEmpty)
    #expect(!test.bus.redrive(1, of: "dying"))
  }

  @Test func `A stuck call is not tried again`() async throws {
    let policy = Policy(timeout: .milliseconds(10), grace: .milliseconds(10), retry: retry)
    let log = try test.recordAll(policy: policy)
    log.does(.hangs)
    test.launch()
    test.advance(by: .seconds(10))
    #expect(log.lines == ["0 launch"])
    #expect(test.bus.snapshot().handlers[0].state == .stuck)
  }

  @Test func `A call that obeyed its timeout is tried again`() async throws {
    let log = try test.recordAll(policy: Policy(timeout: .milliseconds(10), retry: retry))
    log.doesNext(.takes(.seconds(1)))
    test.launch()
    test.advance(by: .seconds(1))
    #expect(log.lines == ["0 launch", "110 launch #2"])
  }

  @Test func `What waits in back-off when somebody else comes in is identityChanged`() async throws {
    let gate = try test.gate()
    let log = try test.record("log", Custom.self, policy: Policy(retry: retry, behind: "auth"))
    log.doesNext(.fails)
    test.launch()
    gate.open("anna")
    let receipt = test.post("x")
    gate.open("berta")
    test.advance(by: .seconds(1))
    #expect(log.lines == ["0 custom:x"])
    #expect(test.words(receipt) == ["log": "identityChanged"])
  }

  @Test func `After unregister a failure is final, also with attempts left`() async throws {
    let log = try test.recordAll(policy: Policy(timeout: .milliseconds(50), retry: retry))
    log.does(.takes(100.ms))
    let receipt = test.bus.post(Launch())
    test.settle()
    test.bus.unregister("log")
    test.advance(by: .seconds(1))
    #expect(log.lines == ["0 launch"])
    #expect(test.words(receipt) == ["log": "timedOut"])
  }

  @Test(arguments: [
    Policy(retry: Retry(attempts: 0, delay: .zero)), Policy(capacity: 0), Policy(after: ["log"]),
    Policy(durability: .atLeastOnce),
  ])
  func `Numbers and promises that make no sense are errors at registration`(_ policy: Policy) {
    #expect(throws: LifebusError.self) { try test.recordAll(policy: policy) }
  }
}
