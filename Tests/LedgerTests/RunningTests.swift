import Lifebus
import LifebusLedgerFile
import LifebusSQLite
import LifebusTestKit
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite struct RunningTests {
  private let folder: TemporaryFolder
  private let ledger: SQLiteLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(at: folder.path)
  }

  private func run(_ kind: String, sequence: Int = 0, isOver: Bool = false) -> LedgerRun {
    LedgerRun(sequence: sequence, attempt: 1, note: RunningNote(kind: kind, scope: "home"), isOver: isOver)
  }

  /// A process in which `bad` runs for `kind` at the end.
  private func process(_ kind: String?, _ end: ProcessEnd?, version: String = "1", isOver: Bool = false) throws {
    _ = try ledger.open(version: version)
    if let kind { ledger.note(run(kind, isOver: isOver), of: "bad") }
    if let end { ledger.end(end) } else { try ledger.close() }
  }

  private func quarantined(version: String = "1") throws -> [HandlerID: String] {
    try ledger.open(version: version).quarantined
  }

  @Test func `Two crashes in a row for the same kind and scope quarantine a handler, with the reason (L5)`() throws {
    for _ in 1...2 { try process("load", .crashed) }
    #expect(try quarantined() == ["bad": "two processes in a row have crashed while it handled load(home)"])
    #expect(try quarantined() == ["bad": "two processes in a row have crashed while it handled load(home)"])
    try ledger.record([.release("bad")])
    #expect(try quarantined().isEmpty)
  }

  @Test func `A new build lifts a quarantine, and ends a row of crashes (L5)`() throws {
    for _ in 1...2 { try process("load", .crashed) }
    #expect(try quarantined(version: "2").isEmpty)
    ledger.note(run("load"), of: "bad")
    ledger.end(.crashed)
    try process("load", .killed, version: "2")
    #expect(try quarantined(version: "2").isEmpty)
  }

  @Test(arguments: [ProcessEnd.killed, nil])
  func `A kill or an ordered end breaks a row of crashes (L5)`(_ end: ProcessEnd?) throws {
    try process("load", .crashed)
    try process("load", end)
    try process("load", .crashed)
    #expect(try quarantined().isEmpty)
  }

  @Test func `A crash without a call, for another kind, or after the call is over quarantines nobody (L5)`() throws {
    try process("load", .crashed)
    try process(nil, .crashed)
    try process("load", .crashed)
    try process("store", .crashed)
    try process("store", .crashed, isOver: true)
    #expect(try quarantined().isEmpty)
  }

  @Test func `Kinds that differ only where a slot has no room for them are told apart (L5)`() throws {
    let long = String(repeating: "long", count: 50)
    try process(long + "1", .crashed)
    try process(long + "2", .crashed)
    #expect(try quarantined().isEmpty)
    ledger.end(.killed)
    for _ in 1...2 { try process(long + "3", .crashed) }
    #expect(try quarantined().keys.map(\.rawValue) == ["bad"])
  }

  @Test func `What runs for more handlers than there are slots is not noted, and changes nothing else`() throws {
    _ = try ledger.open(version: "1")
    let handlers = (1...1_025).map { HandlerID("h\($0)") }
    try ledger.record([
      .accept(LedgerEvent(sequence: 1, event: Custom("e")), Dictionary(uniqueKeysWithValues: handlers.map { ($0, nil) }))
    ])
    for handler in handlers { ledger.note(run("e", sequence: 1), of: handler) }
    let deliveries = try ledger.open(version: "1").deliveries
    #expect(handlers.count { deliveries[$0]?.first?.wasRunning == true } == 1_024)
    #expect(handlers.count { deliveries[$0]?.count == 1 } == 1_025)
  }

  @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS])
  func `Every fatal signal is noted where it outlives the process (L5)`(_ signal: Int32) async throws {
    let path = folder.path
    for _ in 1...2 {
      await #expect(processExitsWith: .signal(signal)) { [path = path as String, signal = signal as Int32] in
        let ledger = SQLiteLedger(at: path)
        _ = try ledger.open(version: "1")
        ledger.note(LedgerRun(sequence: 0, attempt: 1, note: RunningNote(kind: "load", scope: nil)), of: "bad")
        // Whoever started the tests may have blocked it.
        var unblocked = sigset_t()
        sigaddset(&unblocked, signal)
        pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
        raise(signal)
      }
    }
    #expect(try quarantined().keys.map(\.rawValue) == ["bad"])
  }

  @Test func `A trap of Swift is a crash, and SIGKILL is none (L5)`() async throws {
    let path = folder.path
    for isTrap in [true, true, false] {
      await #expect(processExitsWith: isTrap ? .signal(trapSignal) : .signal(SIGKILL)) {
        [path = path as String, isTrap = isTrap as Bool] in
        let ledger = SQLiteLedger(at: path)
        let quarantined = try ledger.open(version: "1").quarantined
        ledger.note(LedgerRun(sequence: 0, attempt: 1, note: RunningNote(kind: "load", scope: nil)), of: "bad")
        guard isTrap else {
          guard !quarantined.isEmpty else { return }
          kill(getpid(), SIGKILL)
          return
        }
        fatalError()
      }
    }
  }

  #if arch(x86_64)
    private var trapSignal: Int32 { SIGILL }
  #else
    private var trapSignal: Int32 { SIGTRAP }
  #endif
}
