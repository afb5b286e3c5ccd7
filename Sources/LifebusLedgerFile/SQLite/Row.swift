internal import CSQLite

/// The row that a statement is at; it is read before the next one.
package struct Row {
  let raw: OpaquePointer

  package func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(raw, column)) }

  package func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  package func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  package func optionalInteger(_ column: Int32) -> Int? { isNull(column) ? nil : integer(column) }

  package func optionalText(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(raw, column) else { return nil }
    let count = Int(sqlite3_column_bytes(raw, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  package func optionalBytes(_ column: Int32) -> [UInt8]? {
    guard !isNull(column) else { return nil }
    let start = sqlite3_column_blob(raw, column)
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, column))))
  }

  private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(raw, column) == SQLITE_NULL }
}
