import Lifebus
import LifebusTestKit
import Testing

@Suite struct LedgerTests {
  let ledger = MemoryLedger()
  let clock = ManualClock()

  private func process(_ version: String = "1") throws -> TestBus {
    try TestBus(ledger: ledger, version: version, clock: clock)
  }

  @Test func `After a kill a durable handler goes on where its cursor stood, before the new launch (L2)`() async throws {
    let first = try process()
    let log = try first.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    log.does(.takes(10.ms))
    first.launch()
    for name in ["a", "b", "c"] { first.post(name) }
    first.advance(by: 15.ms)
    first.kill()
    let second = try process()
    let again = try second.recordAll("log", policy: Policy(durability: .atLeastOnce))
    second.launch()
    #expect(log.lines == ["0 custom:a", "10 custom:b"])
    #expect(again.lines == ["15 custom:b #2", "15 custom:c", "15 launch"])
  }

  @Test func `At most the running delivery is repeated; with atMostOnce it is interrupted (L3)`() async throws {
    let first = try process()
    let log = try first.record("log", Custom.self, policy: Policy(durability: .atMostOnce))
    log.does(.takes(10.ms))
    first.launch()
    for name in ["a", "b"] { first.post(name) }
    first.advance(by: 5.ms)
    first.kill()
    let second = try process()
    let activity = second.bus.activity
    let again = try second.record("log", Custom.self, policy: Policy(durability: .atMostOnce))
    second.settle()
    #expect(again.lines == ["5 custom:b"])
    #expect(try second.items(activity).map(\.kind).contains(.ended(.interrupted, duration: .zero)))
  }

  @Test func `A clause for this process only skips what an earlier one left as expired (L2)`() async throws {
    let first = try process()
    let log = try first.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    log.does(.hangs)
    first.launch()
    let receipt = first.post("a")
    first.kill()
    let second = try process()
    let seen = Seen("log")
    try second.bus.register(seen, policy: Policy(durability: .atLeastOnce)) { on in
      on(Custom.self, from: .thisProcess) { seen, delivery in seen.note(delivery.event.name) }
    }
    second.launch()
    second.post("b")
    #expect(seen.notes == ["b"])
    #expect(second.bus.snapshot().handlers[0].counts == ["expired": 1, "done": 1])
    #expect(receipt.sequence == 2)
  }

  @Test func `A delivery has a key that is its own, and the same in a later process if the handler is durable`() throws {
    func keys(_ test: TestBus) throws -> [String] {
      let seen = Seen("log")
      let other = Seen("other")
      try test.bus.register(seen, policy: Policy(durability: .atLeastOnce)) { on in
        on(Custom.self) { seen, delivery in
          seen.note(delivery.idempotencyKey)
          try await clock.sleep(for: 10.ms)
        }
      }
      try test.bus.register(other) { on in on(Custom.self) { other, delivery in other.note(delivery.idempotencyKey) } }
      test.launch()
      for name in ["a", "b"] { test.bus.post(Custom(name)) }
      test.advance(by: 15.ms)
      return seen.notes + other.notes
    }
    let first = try process()
    let before = try keys(first)
    first.kill()
    let after = try keys(process())
    #expect(before.count == 4 && Set(before).count == 4)
    #expect(before[1] == after[0], "the call for 'b' was cut off")
    #expect(Set(before).intersection(after).count == 1)
  }

  @Test func `commit keeps a value with the end of the delivery, and committed gives it to every later one (L3)`() async throws
  {
    let first = try process()
    let seen = Seen("log")
    try first.bus.register(seen, policy: Policy(durability: .atLeastOnce)) { on in
      on(Custom.self) { seen, delivery in
        seen.note("\(delivery.committed ?? [])")
        delivery.commit([UInt8(delivery.sequence)])
        if delivery.event.name == "fails" { throw CancellationError() }
      }
    }
    first.launch()
    for name in ["a", "fails", "b"] { first.post(name) }
    first.kill()
    let second = try process()
    let again = Seen("log")
    try second.bus.register(again, policy: Policy(durability: .atLeastOnce)) { on in
      on(Custom.self) { again, delivery in again.note("\(delivery.committed ?? [])") }
    }
    second.launch()
    second.post("c")
    #expect(seen.notes == ["[]", "[2]", "[2]"])
    #expect(again.notes == ["[4]"])
  }

  @Test func `perInstall, perVersion and perKey hold across processes (L4)`() async throws {
    var notes: [[String]] = []
    for version in ["1", "1", "2"] {
      let test = try process(version)
      let seen = Seen("once")
      try test.bus.register(seen) { on in
        on(Launch.self, once: .perInstall) { seen, _ in seen.note("install") }
        on(Custom.self, named: "v", once: .perVersion) { seen, _ in seen.note("version") }
        on(Custom.self, named: "k", once: .perKey) { seen, delivery in seen.note(delivery.event.onceKey ?? "") }
      }
      test.launch()
      test.post("v")
      for key in ["x", "y", "x"] { test.bus.post(Custom("k", onceKey: version == "2" ? "z" : key)) }
      test.settle()
      notes.append(seen.notes)
      test.kill()
    }
    #expect(notes == [["install", "version", "x", "y"], [], ["version", "z"]])
  }

  @Test func `Ids of events that a durable handler wanted are known in later processes (E6)`() async throws {
    let first = try process()
    _ = try first.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    first.launch()
    first.post("a", id: "1")
    first.kill()
    let second = try process()
    let log = try second.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    second.launch()
    #expect(second.post("a", id: "1").disposition == .duplicate)
    #expect(log.lines == [])
  }

  @Test
  func
    `A handler that ran for the same kind at two crashes in a row of one version is quarantined; a new version lifts it (L5)`()
    async throws
  {
    for _ in 0..<2 {
      let test = try process()
      let bad = try test.record("bad", Launch.self)
      bad.does(.hangs)
      test.launch()
      test.crash()
    }
    let third = try process()
    let activity = third.bus.activity
    let bad = try third.record("bad", Launch.self)
    let good = try third.record("good", Launch.self)
    third.launch()
    #expect(bad.lines == [])
    #expect(good.lines == ["0 launch"])
    #expect(try third.words(activity).contains("quarantined"))
    #expect(third.bus.snapshot().handlers.contains { $0.state == .quarantined && $0.quarantine?.contains("crashed") == true })
    third.kill()
    let fourth = try process("2")
    let mended = try fourth.record("bad", Launch.self)
    fourth.launch()
    #expect(mended.lines == ["0 launch"])
  }

  @Test func `A kill, a shutdown or a crash without a call breaks the row (L5)`() async throws {
    for breaks in [0, 1, 2] {
      let ledger = MemoryLedger()
      for round in 0..<3 {
        let test = try TestBus(ledger: ledger, clock: clock)
        let bad = try test.record("bad", Launch.self)
        if round != 1 || breaks == 0 { bad.does(.hangs) }
        test.launch()
        switch (round, breaks) {
        case (1, 0): test.kill()
        case (1, 1): _ = try test.run { [bus = test.bus] in await bus.shutdown() }
        default: test.crash()
        }
      }
      let last = try TestBus(ledger: ledger, clock: clock)
      let bad = try last.record("bad", Launch.self)
      last.launch()
      #expect(bad.lines.count == 1)
    }
  }

  @Test func `What a durable handler had left at a shutdown is left for the next process (L2)`() async throws {
    let first = try process()
    let log = try first.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    log.does(.takes(10.ms))
    first.launch()
    for name in ["a", "b"] { first.post(name) }
    let report = first.start { await first.bus.shutdown(grace: .milliseconds(5)) }
    first.advance(by: 20.ms)
    #expect(try report.value?.get().leftovers.count == 2)
    let second = try process()
    let again = try second.record("log", Custom.self, policy: Policy(durability: .atLeastOnce))
    second.settle()
    #expect(again.lines == ["20 custom:a #2", "20 custom:b"])
  }

  @Test func `Whose an event is outlives the process (Identities)`() async throws {
    let first = try process()
    let gate = try first.gate()
    let log = try first.record("log", Custom.self, policy: Policy(durability: .atLeastOnce, behind: "auth"))
    log.does(.takes(10.ms))
    first.launch()
    gate.open("anna")
    for name in ["a", "b"] { first.post(name) }
    first.kill()
    let second = try process()
    let newGate = try second.gate()
    let again = try second.record("log", Custom.self, policy: Policy(durability: .atLeastOnce, behind: "auth"))
    second.launch()
    newGate.open("berta")
    second.settle()
    #expect(again.lines == [])
    #expect(second.bus.snapshot().handlers[1].counts == ["identityChanged": 2])
  }
}

@Suite struct MemoryLedgerTests {
  @Test(arguments: LedgerConformance.checks)
  func `The ledger in memory keeps what every ledger must`(_ check: LedgerConformance.Check) throws {
    let ledger = MemoryLedger()
    try check.run { ledger }
  }

  @Test func `The suite catches a ledger that keeps nothing`() throws {
    let failing = LedgerConformance.checks.filter { check in
      (try? check.run { MemoryLedger() }) == nil
    }
    #expect(failing.count == 15)
  }
}

@Suite struct LeftOverTests {
  @Test func `A test bus says what is left over`() async throws {
    let test = TestBus()
    let log = try test.recordAll()
    test.launch()
    try test.checkNothingIsLeft()
    log.does(.hangs)
    test.post("a")
    test.post("b")
    let error = #expect(throws: WorkLeftOver.self) { try test.checkNothingIsLeft() }
    #expect(error?.description == "'log' is running: 1 waiting, runs custom:a")
  }
}
