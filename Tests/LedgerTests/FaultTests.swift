import Foundation
import Lifebus
import LifebusLedgerFile
import LifebusSQLite
import LifebusThreads
import TestSupport
import Testing

/// Each batch fails, or the process dies, at each of its points, one by one.
@Suite struct FaultTests {
  private static let key = LedgerKey(handler: "a", kind: "e", key: "k")

  /// What a bus records, batch by batch.
  private static let batches: [[LedgerChange]] = [
    [.accept(event(1), ["a": nil, "b": nil])],
    [.accept(event(2), ["a": "anna"]), .end("b", sequence: 1, outcome: "done", committing: nil)],
    [.claim("a", sequence: 1, owner: "anna", isOnly: true)],
    [.end("a", sequence: 1, outcome: "done", committing: [1]), .useUp(key), .accept(event(3), ["b": nil])],
    [.pause("a", sequence: 2, attempts: 1, failures: 1)],
    [.bury("a", sequence: 2, reason: "broken")],
    [.redrive("a", sequence: 2), .end("b", sequence: 3, outcome: "done", committing: [2])],
  ]

  private static func event(_ sequence: Int) -> LedgerEvent { LedgerEvent(sequence: sequence, event: Custom("e\(sequence)")) }

  /// What a ledger holds, as a text.
  private static func state(_ ledger: SQLiteLedger) throws -> String {
    let contents = try ledger.open(version: "1")
    defer { ledger.vanish() }
    let deliveries = contents.deliveries.sorted { $0.key.rawValue < $1.key.rawValue }.map { handler, deliveries in
      deliveries.map { "\(handler) \($0.event.sequence) \($0.attempts) \($0.failures) \($0.wasRunning) \($0.deadReason ?? "")" }
    }
    let committed = [contents.committed["a"], contents.committed["b"]]
    return "\(contents.nextSequence) \(deliveries) \(committed) \(try ledger.holds(key))"
  }

  /// What is right after the first so many batches.
  private static func expected(_ count: Int) throws -> String {
    let folder = try TemporaryFolder()
    let ledger = SQLiteLedger(at: folder["ledger"])
    _ = try ledger.open(version: "1")
    for batch in batches.prefix(count) { try ledger.record(batch) }
    return try state(ledger)
  }

  @Test func `A process that dies at any point of any batch has kept each batch as a whole, and all that was told (L2)`() throws
  {
    let expected = try (0...Self.batches.count).map { try Self.expected($0) }
    let folder = try TemporaryFolder()
    let told = Lock(0)
    let copies = Lock<[(copy: String, told: Int)]>([])
    let faults = FaultPoints { _ in
      // The files as they are now are those of a process that was killed now.
      let told = told.withLock { $0 }
      copies.withLock { copies in
        if let copy = try? folder.copy("ledger", to: "copy\(copies.count)") { copies.append((copy, told)) }
      }
    }
    let ledger = SQLiteLedger(at: folder["ledger"], faults: faults)
    _ = try ledger.open(version: "1")
    for batch in Self.batches {
      try ledger.record(batch)
      told.withLock { $0 += 1 }
    }
    let all = copies.withLock { $0 }
    #expect(all.count > 40)
    for (copy, told) in all {
      let found = try Self.state(SQLiteLedger(at: copy))
      #expect(found == expected[told] || told < Self.batches.count && found == expected[told + 1], "after \(told) batches")
    }
  }

  @Test(arguments: [FaultPoints.Point.begins, .changed, .commits])
  func `A batch that fails before its commit is kept in no part, and goes through when it is recorded again`(
    _ point: FaultPoints.Point
  ) throws {
    let fails = Lock(false)
    let faults = FaultPoints { reached throws(SQLiteLedgerError) in
      if reached == point, fails.withLock({ $0 }) { throw SQLiteLedgerError(.diskFull, "planted") }
    }
    let folder = try TemporaryFolder()
    let ledger = SQLiteLedger(at: folder["ledger"], faults: faults)
    _ = try ledger.open(version: "1")
    for (index, batch) in Self.batches.enumerated() {
      fails.withLock { $0 = true }
      #expect(throws: SQLiteLedgerError.self) { try ledger.record(batch) }
      fails.withLock { $0 = false }
      let copy = try folder.copy("ledger", to: "copy")
      #expect(try Self.state(SQLiteLedger(at: copy)) == Self.expected(index), "after \(index) batches")
      try ledger.record(batch)
    }
    #expect(try Self.state(ledger) == Self.expected(Self.batches.count))
  }
}
