/// The points in the writing of a line at which a test lets the process end.
package struct WriteFaults: Sendable {
  /// How far the line is.
  package enum Point: Sendable, CaseIterable {
    /// Nothing of it is done.
    case begins
    /// A rotation removes or moves one more file.
    case moves
    /// Its file is there, perhaps a new one.
    case opened
    /// Where it begins is known, in the ledger or in a note.
    case placed
    /// All of it is written, and the ledger does not know.
    case written
  }

  private let body: @Sendable (Point) throws -> Void

  package init(_ body: @escaping @Sendable (Point) throws -> Void) { self.body = body }

  func reach(_ point: Point) throws { try body(point) }
}
