import Foundation
import Lifebus
import LifebusLedgerFile
import LifebusSQLite
import LifebusTestKit
import Synchronization
import TestSupport
import Testing

/// Deliveries that are done, and that the file `running` has before the database.
@Suite struct NotedEndTests {
  private let folder: TemporaryFolder
  private let ledger: SQLiteLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(at: folder["ledger"])
    _ = try ledger.open(version: "1")
  }

  private func accept(_ sequences: ClosedRange<Int>, for handler: HandlerID = "a") throws {
    try ledger.record(sequences.map { .accept(LedgerEvent(sequence: $0, event: Custom("e")), [handler: nil]) })
  }

  private func end(_ sequence: Int, of handler: HandlerID = "a", committing value: [UInt8]? = nil) -> LedgerChange {
    .end(handler, sequence: sequence, outcome: "done", committing: value)
  }

  private func note(_ sequence: Int, of handler: HandlerID = "a", committing value: [UInt8]? = nil) -> Bool {
    ledger.noteDone(handler, sequence: sequence, committing: value)
  }

  /// What is left for a handler, as the next process finds it.
  private func left(_ handler: HandlerID = "a") throws -> [Int] {
    try ledger.open(version: "1").deliveries[handler]?.map(\.event.sequence) ?? []
  }

  @Test func `There is room for 1 024 ends that are not recorded, and for more when they are`() throws {
    try accept(1...1_100)
    #expect((1...1_024).allSatisfy { note($0) } && !note(1_025))
    try ledger.record([end(1)])
    #expect(note(1_025) && !note(1_026))
    try ledger.record((2...1_025).map { end($0) })
    #expect((1_026...1_100).allSatisfy { note($0) })
    #expect(try left() == [])
  }

  @Test func `An end that is recorded before an older one makes room when that is recorded too`() throws {
    try accept(1...3)
    for sequence in 1...3 { #expect(note(sequence)) }
    try ledger.record([end(2)])
    try ledger.record([end(1)])
    #expect(try left() == [])
  }

  @Test func `What a handler commits is noted up to 80 bytes; more of it is recorded`() throws {
    try accept(1...3)
    let value = [UInt8](repeating: 7, count: 80)
    #expect(note(1, committing: value) && note(2, committing: []) && !note(3, committing: value + [7]))
    #expect(try ledger.open(version: "1").committed == ["a": []])
  }

  @Test func `A handler whose name has no room is told to wait for the record`() throws {
    let handler = HandlerID(String(repeating: "n", count: 121))
    try accept(1...1, for: handler)
    #expect(!note(1, of: handler))
    #expect(try left(handler) == [1])
  }

  @Test func `Ends of several handlers are taken over, also by a process that is killed as it begins`() throws {
    try accept(1...4)
    try accept(5...8, for: "b")
    for sequence in 1...2 { #expect(note(sequence) && note(sequence + 4, of: "b", committing: [UInt8(sequence)])) }
    for _ in 1...3 {
      #expect(try left() == [3, 4])
      #expect(try left("b") == [7, 8])
    }
    #expect(try ledger.open(version: "1").committed == ["b": [2]])
  }

  @Test func `What is noted is listed as done, also while the process runs`() throws {
    try accept(1...2)
    #expect(note(1))
    let entries = try LedgerInspector(LedgerFolder(folder["ledger"])).page().entries
    #expect(entries.map(\.state) == [.finished, .waiting] && entries.map(\.outcome) == ["done", nil])
    #expect(entries[0].ended != nil && entries[0].attempts == 1)
  }

  @Test func `A handler that has returned is not to blame for a crash (L5)`() throws {
    for number in 1...2 {
      try accept(number...number)
      ledger.note(LedgerRun(sequence: number, attempt: 1, note: RunningNote(kind: "e", scope: nil)), of: "a")
      #expect(note(number))
      ledger.end(.crashed)
      _ = try ledger.open(version: "1")
    }
    #expect(try ledger.open(version: "1").quarantined.isEmpty)
  }

  /// A handler that commits the place of each event in the log.
  private actor Counter: LifecycleHandler {
    nonisolated let id: HandlerID = "counter"
  }

  @Test(arguments: [false, true])
  func `What a handler has committed never goes back, whatever finds room on a full disk first (L3)`(isKilled: Bool) throws {
    let refusals = Mutex(0)
    let ledger = SQLiteLedger(
      at: folder["full"],
      faults: FaultPoints { point throws(SQLiteLedgerError) in
        guard point == .begins,
          refusals.withLock({ left in
            left > 0
              ? {
                left -= 1; return true
              }() : false
          })
        else { return }
        throw SQLiteLedgerError(.diskFull, "full")
      })
    let (clock, executor) = (ManualClock(), TestExecutor())
    let bus = try LifecycleBus(clock: clock, executor: executor, ledger: ledger, version: "1")
    let test = TestBus(bus: bus, clock: clock, executor: executor)
    try test.bus.register(Counter(), policy: Policy(durability: .atLeastOnce)) { on in
      on(Custom.self) { _, delivery in delivery.commit([UInt8(delivery.sequence)]) }
    }
    test.bus.post(Launch())
    for name in ["a", "b", "c", "d"] { test.bus.post(Custom(name)) }
    test.settle()
    // The batch of all ends, and then the first of them alone.
    refusals.withLock { $0 = 2 }
    test.advance(by: .milliseconds(isKilled ? 200 : 5_000))
    if isKilled { test.kill() } else { _ = try test.run { await bus.shutdown() } }
    ledger.vanish()
    #expect(try SQLiteLedger(at: folder["full"]).open(version: "1").committed["counter"] == [5])
  }

  @Test func `What is noted is taken over also after a change by command`() throws {
    try accept(1...1_100)
    for sequence in 1...1_000 { #expect(note(sequence)) }
    try ledger.record((1...1_000).map { end($0) })
    for sequence in 1_001...1_098 { #expect(note(sequence)) }
    try ledger.record([.bury("a", sequence: 1_100, reason: "broken")])
    ledger.vanish()
    #expect(try LedgerRepair(LedgerFolder(folder["ledger"])).redrive(1_100, of: "a"))
    #expect(try left() == [1_099, 1_100])
  }

  @Test(arguments: ["gone", "old", "empty", "closed"])
  func `Where the file of running calls is not the last process's, what has not ended may have been called`(how: String) throws
  {
    let (running, old) = (folder["ledger"] + "/running", folder["old"])
    try accept(1...3)
    try FileManager.default.copyItem(atPath: running, toPath: old)
    for sequence in 4...6 { try accept(sequence...sequence) }
    #expect(note(1))
    if how == "closed" { try ledger.close() } else { ledger.vanish() }
    try FileManager.default.removeItem(atPath: running)
    if how == "old" { try FileManager.default.moveItem(atPath: old, toPath: running) }
    if how == "empty" { try Data().write(to: URL(filePath: running)) }
    let deliveries = try ledger.open(version: "1").deliveries["a"]
    #expect(deliveries?.map(\.attempts) == Array(repeating: how == "closed" ? 0 : 1, count: 6))
    #expect(deliveries?.contains { $0.wasRunning } == false)
  }

  @Test(arguments: [FaultPoints.Point.committed, .noted])
  func `Processes that are killed as they begin leave no doubt`(end: FaultPoints.Point) throws {
    try accept(1...3)
    ledger.vanish()
    for _ in 1...3 {
      let ledger = SQLiteLedger(
        at: folder["ledger"],
        faults: FaultPoints { point throws(SQLiteLedgerError) in
          if point == end { throw SQLiteLedgerError(.other, "killed") }
        })
      #expect(throws: SQLiteLedgerError.self) { try ledger.open(version: "1") }
      ledger.vanish()
    }
    #expect(try ledger.open(version: "1").deliveries["a"]?.map(\.attempts) == [0, 0, 0])
  }

  @Test(arguments: [1, 4_096, 520_000])
  func `A file of running calls that is cut is refused as it is`(length: Int) throws {
    ledger.vanish()
    let url = URL(filePath: folder["ledger"] + "/running")
    let cut = try Data(contentsOf: url).prefix(length)
    try cut.write(to: url)
    let error = #expect(throws: SQLiteLedgerError.self) { try ledger.open(version: "1") }
    #expect(try error?.obstacle == .damaged && Data(contentsOf: url) == cut)
  }

  @Test func `A note, a count of notes, or the name that a note is about, of which any byte has changed is refused`() throws {
    try accept(1...1)
    #expect(note(1, committing: Array("a mark".utf8)))
    ledger.vanish()
    let url = URL(filePath: folder["ledger"] + "/running")
    let bytes = try Data(contentsOf: url)
    let start = try #require(bytes.range(of: Data("a mark".utf8))?.lowerBound) - 40
    let counts = [start - 128, start - 64].flatMap { $0..<($0 + 8) }
    let name = try #require(bytes[4_096...].firstIndex(of: UInt8(ascii: "a")))
    for place in [name, name - 8] + counts + Array(start..<(start + 128)) {
      for bit in [0x01, 0x10, 0x80] as [UInt8] {
        var changed = bytes
        changed[place] ^= bit
        try changed.write(to: url)
        let error = #expect(throws: SQLiteLedgerError.self, "byte \(place - start)") { try ledger.open(version: "1") }
        #expect(error?.obstacle == .damaged)
      }
    }
    try bytes.write(to: url)
    #expect(try left() == [])
  }
}
