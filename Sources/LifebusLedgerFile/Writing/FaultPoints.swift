/// The points of a batch at which a test lets the ledger fail, or copies its files as a killed process leaves them.
package struct FaultPoints: Sendable {
  /// Where a batch is.
  package enum Point: Sendable, CaseIterable {
    /// Nothing is written.
    case begins
    /// One more change is written.
    case changed
    /// All is written, and nothing is committed.
    case commits
    /// All is committed, and `running` does not say so.
    case committed
    /// `running` says so.
    case noted
    /// The disk has all that was committed, and `running` does not say so.
    case synchronized
  }

  private let body: @Sendable (Point) throws(SQLiteLedgerError) -> Void

  package init(_ body: @escaping @Sendable (Point) throws(SQLiteLedgerError) -> Void) { self.body = body }

  func reach(_ point: Point) throws(SQLiteLedgerError) { try body(point) }
}
