import Lifebus
import LifebusTestKit
import Testing

@Suite struct LaunchTests {
  let test = TestBus()

  @Test func `A second launch is not delivered and its receipt says duplicate (E1)`() async throws {
    let log = try test.recordAll()
    test.launch()
    let second = test.bus.post(Launch(cause: .user))
    test.settle()
    #expect(log.lines == ["0 launch"])
    #expect(second.disposition == .duplicate)
    #expect(test.words(second) == ["log": "done"])
  }

  @Test func `The first launch of a process is delivered whatever its id (E1)`() async throws {
    let log = try test.recordAll()
    test.bus.post(Custom("early"), id: "x")
    let launch = test.bus.post(Launch(), id: "x")
    test.settle()
    #expect(launch.disposition == .accepted)
    #expect(log.lines == ["0 launch"])
  }

  @Test func `What is posted before the launch is held, in order, and delivered after it (E2)`() async throws {
    let log = try test.recordAll()
    let early = test.bus.post(Custom("early"))
    test.bus.post(Appear("home"))
    test.bus.report(.active)
    test.settle()
    #expect(early.disposition == .waitingForLaunch)
    #expect(log.lines == [])
    test.launch()
    #expect(
      log.lines == ["0 launch", "0 custom:early", "0 firstAppear(home)", "0 appear(home)", "0 phaseChanged(active)"])
    #expect(early.disposition == .accepted)
  }

  @Test func `Beyond the limit what is posted before the launch is refused with the number and what to do (E2)`() throws {
    var limits = Limits()
    limits.heldBeforeLaunch = 2
    let test = TestBus(limits: limits)
    test.bus.post(Custom("a"))
    test.bus.post(Custom("b"))
    guard case .refused(let reason) = test.bus.post(Custom("c")).disposition else { return #expect(Bool(false), "not refused") }
    #expect(reason.contains("2 events") && reason.contains("post Launch"))
  }

  @Test func `Waiting for an event that is held before the launch returns its outcomes after it`() async throws {
    let test = TestBus()
    _ = try test.recordAll()
    let receipt = test.bus.post(Custom("early"))
    #expect(throws: NotSettled.self) { try test.run { try await receipt.settled() } }
    test.launch()
    #expect(try test.run { try await receipt.settled() } == ["log": .done])
  }
}
