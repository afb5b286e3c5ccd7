import Synchronization
import Testing

@testable import Lifebus

/// A bus for one handler whose events come from the bus of another process.
@Suite(.timeLimit(.minutes(1))) struct RelayTests {
  let relay = Reports()
  let seen = Seen("far")

  /// Registers the handler and gives its bus.
  private func bus(policy: Policy = Policy(), _ clauses: (ClauseBuilder<Seen>) -> Void) throws -> LifecycleBus {
    let bus = LifecycleBus(relaying: relay)
    try bus.register(seen, policy: policy, clauses)
    return bus
  }

  private func delivery(_ name: String, _ sequence: Int = 1, attempt: Int = 1) -> RelayedDelivery {
    RelayedDelivery(Custom(name), sequence: sequence, id: EventID("\(sequence)"), key: "key-\(sequence)", attempt: attempt)
  }

  @Test func `What is the other bus's to do is told by the plan, and not done here`() async throws {
    let policy = Policy(
      timeout: 1.ms, retry: Retry(attempts: 3, delay: 1.ms), capacity: 1, after: ["other"], durability: .atLeastOnce,
      behind: "gate")
    let bus = try bus(policy: policy) { on in
      on(Custom.self, named: "a", once: .perInstall) { seen, delivery in
        seen.note("a #\(delivery.attempt)")
        throw DiskFull()
      }
    }
    let plan = try #require(bus.plan().first)
    #expect(plan.clauses.map(\.once) == [.perInstall])
    #expect(plan.policy.retry?.attempts == 3 && plan.policy.behind == "gate" && plan.policy.capacity == 1)
    for attempt in 1...2 {
      #expect(bus.relay(delivery("a", attempt: attempt)))
      #expect(await relay.next() == "failed: the disk is full")
    }
    #expect(seen.notes == ["a #1", "a #2"])
  }

  @Test func `What no clause wants is not called`() throws {
    let bus = try bus { on in on(Custom.self, where: { $0.name != "a" }) { seen, _ in seen.note("called") } }
    #expect(!bus.relay(delivery("a")))
    #expect(seen.notes == [])
  }

  @Test func `A delivery has the other bus's numbers, also when its call is over`() async throws {
    let kept = Mutex<Delivery<Custom>?>(nil)
    let bus = try bus { on in
      on(Custom.self) { _, delivery in kept.withLock { $0 = delivery } }
    }
    var delivery = delivery("a", 42, attempt: 3)
    delivery.time = .seconds(-2)
    delivery.isReplayed = true
    #expect(bus.relay(delivery))
    #expect(await relay.next() == "done")
    let call = try #require(kept.withLock { $0 })
    #expect(call.sequence == 42 && call.id == "42" && call.givenID == nil && call.attempt == 3)
    #expect(call.time == .seconds(-2) && call.isReplayed && call.idempotencyKey == "key-42")
  }

  @Test func `What a durable handler commits is reported with the end, and is there for the next call`() async throws {
    let bus = try bus(policy: Policy(durability: .atLeastOnce)) { on in
      on(Custom.self) { seen, delivery in
        seen.note("\(delivery.committed ?? [])")
        delivery.commit([UInt8(delivery.sequence)])
        delivery.note("noted")
      }
    }
    bus.setCommitted([0])
    for sequence in 1...2 {
      #expect(bus.relay(delivery("a", sequence)))
      #expect(await relay.next() == "done, commits [\(sequence)], noted")
    }
    #expect(seen.notes == ["[0]", "[1]"])
  }

  @Test func `What is posted goes to the other bus, and is accepted and settled here`() async throws {
    let bus = try bus { on in
      on(Custom.self) { _, delivery in delivery.post(Custom("b"), id: "x") }
    }
    #expect(bus.relay(delivery("a", 7)))
    #expect(await relay.next() == "posted custom:b x because of 7")
    #expect(await relay.next() == "done")
    let receipt = bus.report(.active)
    #expect(await relay.next() == "reported active")
    #expect(receipt.disposition == .accepted)
    #expect(try await receipt.settled() == [:])
  }

  @Test func `What the relay refuses is not accepted`() throws {
    let bus = try bus { _ in }
    relay.refuses("too much")
    #expect(bus.post(Custom("b")).disposition == .refused("too much"))
  }

  @Test func `A verdict on the handler's own gate is reported, also one that is the same`() async throws {
    let bus = try bus(policy: Policy(gate: GateOptions())) { _ in }
    bus.gate("far").open("alice")
    bus.gate("other").close()
    bus.gate("far").open("alice")
    for _ in 0..<2 { #expect(await relay.next() == "open(alice)") }
    let decision = bus.gate("far").decide()
    bus.gate("far").close("signed out")
    #expect(await relay.next() == "closed(signed out)")
    #expect(!decision.open("alice"))
  }

  @Test func `Only what is wanted beyond the timeout is asked for`() async throws {
    let bus = try bus { on in
      on(Custom.self) { _, delivery in
        delivery.extendTimeout(by: .zero)
        delivery.extendTimeout(by: 20.ms)
      }
    }
    #expect(bus.relay(delivery("a")))
    #expect(await relay.next() == "\(20.ms) more")
    #expect(await relay.next() == "done")
  }

  @Test func `A call is cancelled, whether it has begun or not`() async throws {
    let (begins, begin) = AsyncStream<Void>.makeStream()
    let bus = try bus { on in
      on(Custom.self) { _, _ in
        begin.yield()
        for await _ in AsyncStream<Void>.makeStream().stream {}
        try Task.checkCancellation()
      }
    }
    #expect(bus.relay(delivery("a")))
    for await _ in begins { break }
    bus.cancelRelayed()
    #expect(await relay.next() == "failed: CancellationError()")
    #expect(bus.relay(delivery("a")))
    bus.cancelRelayed()
    #expect(await relay.next() == "failed: CancellationError()")
    bus.cancelRelayed()
  }

  @Test func `There is one handler, and none for a type that the other process does not have`() throws {
    let bus = try bus { _ in }
    #expect(throws: LifebusError.self) { try bus.register(Seen("second")) { _ in } }
    #expect(throws: LifebusError.self) { try bus.register(seen) { _ in } }
    #expect(throws: LifebusError.self) {
      try LifecycleBus(relaying: relay).register(seen) { on in on(Unknown.self) { _, _ in } }
    }
  }
}

private struct Unknown: LifecycleEvent {}

/// A relay that says in words what it was told.
final class Reports: Relay {
  private let reports: AsyncStream<String>
  private let told: AsyncStream<String>.Continuation
  private let reason = Mutex<String?>(nil)

  init() { (reports, told) = AsyncStream.makeStream() }

  var refusal: String? { reason.withLock { $0 } }

  func refuses(_ text: String) { reason.withLock { $0 = text } }

  /// Waits for the next report.
  func next() async -> String? {
    for await report in reports { return report }
    return nil
  }

  func take(_ report: RelayReport) { told.yield(Self.words(report)) }
  func handOn() {}

  private static func words(_ report: RelayReport) -> String {
    switch report {
    case .ended(let failure?, _, _): "failed: \(failure)"
    case .ended(nil, let value, let remark):
      (["done"] + [value.map { "commits \($0)" }, remark].compactMap { $0 }).joined(separator: ", ")
    case .moreTime(let time): "\(time) more"
    case .verdict(let verdict): "\(verdict)"
    case .posted(let post): words(post)
    }
  }

  private static func words(_ post: RelayedPost) -> String {
    switch post.content {
    case .report(let report, _, _): "reported \(report.rawValue)"
    case .event(let event): "posted \(event.kind) \(post.id?.value ?? "-") because of \(post.cause)"
    }
  }
}
