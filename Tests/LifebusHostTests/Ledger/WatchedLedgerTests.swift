import Lifebus
import Testing

@testable import LifebusHost

@Suite struct WatchedLedgerTests {
  private static let isRelease: @Sendable (LedgerChange) -> Bool = { if case .release("a") = $0 { true } else { false } }

  @Test func `a change has its answer when it is kept`() throws {
    let watched = WatchedLedger(MemoryLedger())
    let isDone = try watched.keep(Self.isRelease) {
      try? watched.record([.release("b")])
      try? watched.record([.release("a")])
      return true
    }
    #expect(isDone)
  }

  @Test func `where nothing is changed nothing is waited for`() throws {
    #expect(try !WatchedLedger(MemoryLedger()).keep(Self.isRelease) { false })
  }

  @Test func `a change that cannot be kept is an error that says why`() throws {
    let watched = WatchedLedger(FullLedger())
    let error = #expect(throws: HostError.self) {
      try watched.keep(Self.isRelease) {
        try? watched.record([.release("a")])
        return true
      }
    }
    #expect(error?.description == "it is done, and cannot be kept: it is broken")
  }
}

/// A ledger that keeps nothing.
private final class FullLedger: Ledger {
  func open(version: String) throws -> LedgerContents { LedgerContents() }
  func record(_ changes: [LedgerChange]) throws { throw Broken() }
  func holds(_ key: LedgerKey) throws -> Bool { false }
  func note(_ run: LedgerRun?, of handler: HandlerID) {}
  func close() throws {}
}
