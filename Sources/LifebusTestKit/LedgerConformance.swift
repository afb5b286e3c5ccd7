public import Lifebus

/// What every ledger must do: a suite that any test runner can run against any of them.
///
/// ```swift
/// @Test(arguments: LedgerConformance.checks)
/// func `My ledger keeps what it promises`(_ check: LedgerConformance.Check) throws {
///   try check.run { try MyLedger(at: file) }
/// }
/// ```
public enum LedgerConformance {
  /// One rule.
  public struct Check: Sendable, CustomStringConvertible {
    /// The rule as a sentence.
    public let description: String
    private let body: @Sendable (Subject) throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (Subject) throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Runs the check; `open` is called once for each process that the check plays, always for the same store.
    ///
    /// - Throws: ``Violation`` if the ledger breaks the rule; what the ledger throws.
    public func run(_ open: @escaping @Sendable () throws -> any Ledger) throws {
      try body(Subject(open: open))
    }
  }

  /// How a ledger broke a rule.
  public struct Violation: Error, CustomStringConvertible {
    /// What was expected, and what was found.
    public let description: String
  }

  /// The store that is checked.
  struct Subject {
    let open: @Sendable () throws -> any Ledger

    /// Begins a process and returns what it finds, with the ledger to write to.
    func process(_ version: String = "1") throws -> (ledger: any Ledger, contents: LedgerContents) {
      let ledger = try open()
      return (ledger, try ledger.open(version: version))
    }
  }

  /// All rules.
  public static let checks = [
    Check("An empty ledger has nothing and begins with event 1") { subject in
      let contents = try subject.process().contents
      try expect(contents.nextSequence, 1)
      try expect(contents.deliveries.isEmpty && contents.fingerprints.isEmpty && contents.ids.isEmpty, true)
    },
    Check("A ledger has an identity, which stays") { subject in
      let identity = try subject.process().contents.identity
      try expect(identity.isEmpty, false)
      try expect(try subject.process().contents.identity, identity)
    },
    Check("What was accepted is there in the next process, in order, until it has ended (L1, L2)") { subject in
      let ledger = try subject.process().ledger
      for sequence in 1...3 { try ledger.record([.accept(event(sequence), ["a": nil, "b": "anna"])]) }
      try ledger.record([.end("a", sequence: 1, outcome: "done", committing: nil)])
      let contents = try subject.process().contents
      try expect(contents.deliveries["a"]?.map(\.event.sequence), [2, 3])
      try expect(contents.deliveries["b"]?.map(\.event.sequence), [1, 2, 3])
      try expect(contents.deliveries["b"]?.first?.owner, "anna")
      try expect(contents.nextSequence, 4)
    },
    Check("A call that was begun and not ended is told with its attempt (L3)") { subject in
      let ledger = try subject.process().ledger
      try ledger.record([.accept(event(1), ["a": nil])])
      ledger.note(run(1, attempt: 2), of: "a")
      let delivery = try subject.process().contents.deliveries["a"]?.first
      try expect(delivery?.wasRunning, true)
      try expect(delivery?.attempts, 2)
    },
    Check("A call that is over and to be repeated is told with its failures (L3)") { subject in
      let ledger = try subject.process().ledger
      try ledger.record([.accept(event(1), ["a": nil])])
      ledger.note(run(1, attempt: 1), of: "a")
      ledger.note(nil, of: "a")
      try ledger.record([.pause("a", sequence: 1, attempts: 1, failures: 1)])
      let delivery = try subject.process().contents.deliveries["a"]?.first
      try expect(delivery?.wasRunning, false)
      try expect(delivery?.failures, 1)
      try expect(delivery?.attempts, 1)
    },
    Check("A claim tells whose the delivery is, and that an only call was begun (L3, Identities)") { subject in
      let ledger = try subject.process().ledger
      try ledger.record([.accept(event(1), ["a": nil]), .accept(event(2), ["a": nil])])
      try ledger.record([.claim("a", sequence: 1, owner: "anna", isOnly: true)])
      try ledger.record([.claim("a", sequence: 2, owner: "anna", isOnly: false)])
      let deliveries = try subject.process().contents.deliveries["a"]
      try expect(deliveries?.map(\.owner), ["anna", "anna"])
      try expect(deliveries?.map(\.wasRunning), [true, false])
    },
    Check("A dead letter is kept with its reason until it is delivered again or has ended") { subject in
      let ledger = try subject.process().ledger
      try ledger.record([.accept(event(1), ["a": nil]), .accept(event(2), ["a": nil])])
      try ledger.record([.pause("a", sequence: 1, attempts: 3, failures: 3), .bury("a", sequence: 1, reason: "broken")])
      try ledger.record([.bury("a", sequence: 2, reason: "broken too")])
      try expect(try subject.process().contents.deliveries["a"]?.map(\.deadReason), ["broken", "broken too"])
      let last = try subject.process().ledger
      try last.record([.redrive("a", sequence: 1), .end("a", sequence: 2, outcome: "discarded", committing: nil)])
      let left = try subject.process().contents.deliveries["a"]
      try expect(left?.map(\.event.sequence), [1])
      try expect(left?.first?.deadReason, nil)
      try expect(left?.first?.attempts, 0)
    },
    Check("A call that has returned and whose end is not recorded is told as one that was begun (L3)") { subject in
      let ledger = try subject.process().ledger
      try ledger.record([.accept(event(1), ["a": nil]), .accept(event(2), ["a": nil])])
      ledger.note(run(2, attempt: 1), of: "a")
      ledger.note(run(2, attempt: 1, isOver: true), of: "a")
      try expect(try subject.process().contents.deliveries["a"]?.map(\.wasRunning), [false, true])
    },
    Check("A delivery that is noted as done does not come again, and what it has committed is there (L3)") { subject in
      let ledger = try subject.process().ledger
      try ledger.record([.accept(event(1), ["a": nil]), .accept(event(2), ["a": nil])])
      ledger.note(run(1, attempt: 1), of: "a")
      guard ledger.noteDone("a", sequence: 1, committing: [1]) else { return }
      let contents = try subject.process().contents
      try expect(contents.deliveries["a"]?.map(\.event.sequence), [2])
      try expect(contents.deliveries["a"]?.map(\.wasRunning), [false])
      try expect(contents.committed["a"], [1])
    },
    Check("What was noted as done and is recorded later keeps nothing older than what was noted since (L3)") { subject in
      let ledger = try subject.process().ledger
      try ledger.record([.accept(event(1), ["a": nil]), .accept(event(2), ["a": nil])])
      for sequence in 1...2 {
        guard ledger.noteDone("a", sequence: sequence, committing: [UInt8(sequence)]) else { return }
      }
      try ledger.record([.end("a", sequence: 1, outcome: "done", committing: [1])])
      let contents = try subject.process().contents
      try expect(contents.deliveries["a"]?.isEmpty ?? true, true)
      try expect(contents.committed["a"], [2])
    },
    Check("What has ended never comes again, and its number is not used again (L2)") { subject in
      let ledger = try subject.process().ledger
      try ledger.record([.accept(event(7), ["a": nil]), .end("a", sequence: 7, outcome: "done", committing: nil)])
      try ledger.record([.claim("a", sequence: 7, owner: "anna", isOnly: true)])
      try ledger.record([.pause("a", sequence: 7, attempts: 1, failures: 1), .redrive("a", sequence: 7)])
      ledger.note(run(7, attempt: 2), of: "a")
      let contents = try subject.process().contents
      try expect(contents.deliveries["a"]?.isEmpty ?? true, true)
      try expect(contents.nextSequence, 8)
    },
    Check("A committed value is kept with the end of its delivery (L3)") { subject in
      let ledger = try subject.process().ledger
      try ledger.record([.accept(event(1), ["a": nil])])
      try ledger.record([.end("a", sequence: 1, outcome: "done", committing: [1, 2, 3])])
      try expect(try subject.process().contents.committed["a"], [1, 2, 3])
    },
    Check("Once-keys hold for ever, and no two that differ are taken for one (L4)") { subject in
      let ledger = try subject.process().ledger
      try ledger.record([.useUp(key("a", "x")), .useUp(key("a", "y"))])
      try ledger.record([.useUp(key("a", "x"))])
      let (next, contents) = try subject.process()
      try expect(Set(contents.fingerprints), [key("a", "x").fingerprint, key("a", "y").fingerprint])
      try expect(try [next.holds(key("a", "x")), next.holds(key("a", "y")), next.holds(key("a", "z"))], [true, true, false])
    },
    Check("Given ids of accepted events are known in later processes (E6)") { subject in
      let ledger = try subject.process().ledger
      try ledger.record([.accept(event(1, id: "given"), ["a": nil])])
      try ledger.record([.end("a", sequence: 1, outcome: "done", committing: nil)])
      try expect(try subject.process().contents.ids, ["given"])
    },
    Check("What a durable handler wants is known while it is not there, until it wants no more (L8)") { subject in
      let interest = LedgerInterest(kinds: ["appear", "custom:e, f"], gate: "auth")
      let ledger = try subject.process().ledger
      try ledger.record([.attend("a", LedgerInterest(kinds: ["any"], gate: nil)), .attend("b", interest)])
      try ledger.record([.attend("a", interest), .attend("b", nil)])
      try expect(try subject.process().contents.interests, ["a": interest])
    },
    Check("A forgotten handler has nothing left but its once-keys (L8)") { subject in
      let ledger = try subject.process().ledger
      try ledger.record([.attend("a", LedgerInterest(kinds: ["any"], gate: nil)), .useUp(key("a", "x"))])
      try ledger.record([.accept(event(1), ["a": nil]), .accept(event(2), ["a": nil])])
      try ledger.record([.end("a", sequence: 1, outcome: "done", committing: [1])])
      try ledger.record([.forget("a")])
      let (next, contents) = try subject.process()
      try expect(contents.deliveries["a"]?.isEmpty ?? true, true)
      try expect(contents.committed["a"], nil)
      try expect(contents.interests["a"], nil)
      try expect(try next.holds(key("a", "x")), true)
    },
    Check("A process that ended in order, and one that was killed, quarantine nobody (L5)") { subject in
      for isClosed in [true, false, false] {
        let ledger = try subject.process().ledger
        ledger.note(run(0, attempt: 1), of: "a")
        if isClosed { try ledger.close() }
      }
      try expect(try subject.process().contents.quarantined.isEmpty, true)
    },
  ]

  private static func event(_ sequence: Int, id: EventID? = nil) -> LedgerEvent {
    LedgerEvent(sequence: sequence, id: id, event: Custom("e"))
  }

  private static func run(_ sequence: Int, attempt: Int, isOver: Bool = false) -> LedgerRun {
    LedgerRun(sequence: sequence, attempt: attempt, note: RunningNote(kind: "custom:e", scope: nil), isOver: isOver)
  }

  private static func key(_ handler: HandlerID, _ key: String) -> LedgerKey {
    LedgerKey(handler: handler, kind: "custom:e", key: key)
  }

  private static func expect<Value: Equatable>(_ found: Value, _ expected: Value) throws {
    guard found == expected else { throw Violation(description: "expected \(expected), found \(found)") }
  }
}
