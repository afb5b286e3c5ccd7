import Lifebus
import LifebusTestKit
import Testing

/// What a bus does when its ledger cannot keep what it should.
@Suite struct LedgerTroubleTests {
  private let durable = Policy(durability: .atLeastOnce)

  private func bus(on ledger: FaultyLedger) throws -> TestBus {
    let (clock, executor) = (ManualClock(), TestExecutor())
    let bus = try LifecycleBus(clock: clock, executor: executor, ledger: ledger, version: "1")
    return TestBus(bus: bus, clock: clock, executor: executor)
  }

  @Test func `An event that cannot be stored is not accepted, and only durable handlers do not get it (L1)`() throws {
    let ledger = FaultyLedger()
    let test = try bus(on: ledger)
    let kept = try test.record("kept", Custom.self, policy: durable)
    let light = try test.record("light", Custom.self)
    test.launch()
    ledger.isFull = true
    #expect(throws: LifebusError.notStored("the disk is full")) {
      _ = try test.run { [bus = test.bus] in try await bus.publish(Custom("a"), id: "1") }
    }
    test.settle()
    #expect(kept.lines == [] && light.lines == ["0 custom:a(1)"])
    #expect(test.bus.snapshot().handlers[0].counts == ["failed": 1])
    ledger.isFull = false
    let receipt = test.post("a", id: "1")
    #expect(receipt.disposition == .accepted, "its id was not taken")
    #expect(kept.lines == ["0 custom:a(1)"])
  }

  @Test func `publish returns when the ledger has the event; a handler that is not durable has begun by then (L1)`() throws {
    let ledger = FaultyLedger()
    let test = try bus(on: ledger)
    _ = try test.record("kept", Custom.self, policy: durable)
    test.launch()
    _ = try test.run { [bus = test.bus] in try await bus.publish(Custom("a")) }
    #expect(ledger.batches.flatMap { $0 }.count { if case .accept = $0 { true } else { false } } == 1)
  }

  @Test func `An event is accepted when it would outlive a loss of power; the end of a delivery waits for no disk (L6)`() throws
  {
    let ledger = FaultyLedger()
    let test = try bus(on: ledger)
    _ = try test.record("kept", Custom.self, policy: durable)
    test.launch()
    let receipt = test.post("a")
    test.settle()
    #expect(ledger.synchronizations == 1 && test.words(receipt)["kept"] == "done")
    #expect(ledger.batches.flatMap { $0 }.contains { if case .end = $0 { true } else { false } })
  }

  @Test func `An event that a loss of power could undo is not accepted, and does not come in a later process (L6)`() throws {
    let ledger = FaultyLedger()
    let test = try bus(on: ledger)
    let kept = try test.record("kept", Custom.self, policy: durable)
    test.launch()
    ledger.isBroken = true
    #expect(throws: LifebusError.notStored("the disk is broken")) {
      _ = try test.run { [bus = test.bus] in try await bus.publish(Custom("a"), id: "1") }
    }
    ledger.isBroken = false
    let receipt = test.post("a", id: "1")
    #expect(receipt.disposition == .accepted && kept.lines == ["0 custom:a(1)"])
    let next = try bus(on: ledger)
    let keptNext = try next.record("kept", Custom.self, policy: durable)
    next.launch()
    #expect(keptNext.lines == [])
  }

  @Test
  func `The call for an only delivery waits until its claim would outlive a loss of power, however often that fails (L6)`()
    throws
  {
    let ledger = FaultyLedger()
    let test = try bus(on: ledger)
    let kept = try test.record("kept", Custom.self, policy: Policy(durability: .atMostOnce))
    kept.does(.takes(10.ms))
    test.launch()
    let (first, second) = (test.post("a"), test.post("b"))
    ledger.isBroken = true
    test.advance(by: 1_500.ms)
    #expect(test.words(first)["kept"] == "done" && test.words(second)["kept"] == "waiting")
    ledger.isBroken = false
    test.advance(by: 2_000.ms)
    #expect(test.words(second)["kept"] == "done" && kept.lines.count == 2)
  }

  @Test func `A cursor whose end cannot be recorded stops, and goes on when it can (L7)`() throws {
    let ledger = FaultyLedger()
    let test = try bus(on: ledger)
    let kept = try test.record("kept", Custom.self, policy: durable)
    let light = try test.record("light", Custom.self)
    kept.does(.takes(10.ms))
    test.launch()
    let (first, second) = (test.post("a"), test.post("b"))
    ledger.isFull = true
    test.advance(by: 500.ms)
    #expect(kept.lines == ["0 custom:a"] && light.lines.count == 2)
    #expect(test.words(first)["kept"] == "running" && test.words(second)["kept"] == "waiting")
    #expect(test.bus.snapshot().handlers[0].lastError?.contains("the disk is full") == true)
    ledger.isFull = false
    test.advance(by: 2_000.ms)
    #expect(kept.lines.count == 2)
    #expect(test.words(first)["kept"] == "done" && test.words(second)["kept"] == "done")
  }

  @Test func `What has ended when a grace is over is told when it is recorded, and is not what was left (H8, H9)`() throws {
    let ledger = FaultyLedger()
    let test = try bus(on: ledger)
    let kept = try test.record("kept", Custom.self, policy: durable)
    kept.does(.takes(10.ms))
    test.launch()
    let (first, second) = (test.post("a"), test.post("b"))
    ledger.isFull = true
    test.advance(by: 20.ms)
    let report = test.start { [bus = test.bus] in await bus.shutdown(grace: .milliseconds(100)) }
    test.advance(by: 50.ms)
    ledger.isFull = false
    test.advance(by: 100.ms)
    #expect(test.words(first)["kept"] == "done")
    #expect(try report.value?.get().leftovers.map(\.sequence) == [second.sequence])
  }

  @Test func `What has ended and cannot be recorded at the end of a shutdown was left`() throws {
    let ledger = FaultyLedger()
    let test = try bus(on: ledger)
    let kept = try test.record("kept", Custom.self, policy: durable)
    kept.does(.takes(10.ms))
    test.launch()
    let first = test.post("a")
    ledger.isFull = true
    test.advance(by: 20.ms)
    let report = test.start { [bus = test.bus] in await bus.shutdown(grace: .milliseconds(100)) }
    test.advance(by: 20_000.ms)
    #expect(try report.value?.get().leftovers.map(\.sequence) == [first.sequence])
    #expect(test.words(first)["kept"] == "running")
  }

  @Test func `An event that cannot be stored does not keep others from it that can`() throws {
    let ledger = FaultyLedger()
    let test = try bus(on: ledger)
    let kept = try test.record("kept", Custom.self, policy: durable)
    kept.does(.takes(10.ms))
    test.launch()
    test.post("a")
    ledger.isFull = true
    test.advance(by: 20.ms)
    let refused = test.post("b")
    #expect(test.words(refused)["kept"] == "waiting", "an end comes before it")
    ledger.isFull = false
    test.advance(by: 2_000.ms)
    let taken = test.post("c")
    test.advance(by: 100.ms)
    #expect(test.words(refused)["kept"] == "failed" && test.words(taken)["kept"] == "done")
  }

  @Test func `A repeated delivery says so, also if what came before it was passed and that is not recorded (L3)`() throws {
    let ledger = FaultyLedger()
    var notes: [[String]] = []
    for _ in 1...2 {
      let test = try bus(on: ledger)
      let seen = Seen()
      try test.bus.register(seen, policy: durable) { on in
        on(Custom.self, once: .perKey) { [clock = test.clock] seen, delivery in
          seen.note("\(delivery.event.name) #\(delivery.attempt)")
          guard delivery.event.name == "last" else { return }
          ledger.isFull = true
          try await clock.sleep(for: .seconds(1))
        }
      }
      test.launch()
      if notes.isEmpty {
        for (name, key) in [("first", "x"), ("duplicate", "x"), ("last", "y")] { test.bus.post(Custom(name, onceKey: key)) }
      }
      test.settle()
      notes.append(seen.notes)
      test.kill()
      ledger.isFull = false
    }
    #expect(notes == [["first #1", "last #1"], ["last #2"]])
  }

  @Test func `One commit takes in all that has come up meanwhile`() throws {
    let ledger = FaultyLedger()
    let test = try bus(on: ledger)
    for number in 0..<8 { _ = try test.record(HandlerID("h\(number)"), Custom.self, policy: durable) }
    test.launch()
    for number in 0..<10 { test.bus.post(Custom("c\(number)")) }
    test.settle()
    // The registrations; all events in one; then, ten times, all eight ends together.
    #expect(ledger.batches.map(\.count) == [8, 10] + Array(repeating: 8, count: 10))
  }

  @Test func `Two once-keys with one fingerprint are told apart by the ledger (L4)`() throws {
    let key = LedgerKey(handler: "once", kind: "custom:k", key: "x")
    let test = try bus(on: FaultyLedger(fingerprints: [key.fingerprint]))
    let once = try test.record("once", Custom.self, named: "k", once: .perKey)
    test.launch()
    for _ in 0..<2 {
      test.bus.post(Custom("k", onceKey: "x"))
      test.settle()
    }
    #expect(once.lines == ["0 custom:k"])
    #expect(test.bus.snapshot().handlers[0].counts == ["done": 1, "duplicate": 1])
  }

  @Test func `A dead letter of a durable handler is there in the next process, and can be delivered again`() throws {
    let ledger = MemoryLedger()
    let policy = Policy(retry: Retry(attempts: 1, delay: .zero, jitter: 0), keepsDead: true, durability: .atLeastOnce)
    let first = try TestBus(ledger: ledger)
    let failing = try first.record("kept", Custom.self, policy: policy)
    failing.doesNext(.fails)
    first.launch()
    let sequence = first.post("a").sequence
    first.kill()
    let second = try TestBus(ledger: ledger)
    let kept = try second.record("kept", Custom.self, policy: policy)
    second.launch()
    #expect(kept.lines == [])
    #expect(second.bus.deadLetters(of: "kept").map(\.reason) == ["it was told to fail"])
    #expect(second.bus.redrive(sequence, of: "kept"))
    second.settle()
    #expect(kept.lines == ["0 custom:a"])
    second.kill()
    let third = try TestBus(ledger: ledger)
    _ = try third.record("kept", Custom.self, policy: policy)
    #expect(third.bus.deadLetters(of: "kept").isEmpty)
  }

  @Test func `A durable clause needs an event that can be stored (L1)`() throws {
    struct Plain: LifecycleEvent {}
    let test = try TestBus(ledger: MemoryLedger())
    let error = #expect(throws: LifebusError.self) { _ = try test.record("kept", Plain.self, policy: durable) }
    #expect(error?.description.contains("'Plain' is not Codable") == true)
    let all = try test.recordAll("all", policy: durable)
    test.launch()
    #expect(throws: LifebusError.notStored("'Plain' is not Codable")) {
      _ = try test.run { [bus = test.bus] in try await bus.publish(Plain()) }
    }
    #expect(all.lines == ["0 launch"])
  }

  @Test func `A handler that is quarantined can be released, and goes on with what it has missed (L5)`() throws {
    let ledger = MemoryLedger()
    for _ in 0..<2 {
      let test = try TestBus(ledger: ledger)
      try test.record("bad", Launch.self).does(.hangs)
      test.launch()
      test.crash()
    }
    let test = try TestBus(ledger: ledger)
    let bad = try test.record("bad", Launch.self)
    test.launch()
    #expect(bad.lines == [])
    #expect(test.bus.release("bad") && !test.bus.release("bad") && !test.bus.release("nobody"))
    test.settle()
    #expect(bad.lines == ["0 launch"])
    test.kill()
    let next = try TestBus(ledger: ledger)
    _ = try next.record("bad", Launch.self)
    #expect(next.bus.snapshot().handlers[0].quarantine == nil)
  }
}
