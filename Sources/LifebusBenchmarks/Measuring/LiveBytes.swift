import CLiveBytes

/// The bytes that the program has allocated and not freed.
enum LiveBytes {
  static var now: Double { Double(lifebus_live_bytes()) }

  /// Refuses a system whose allocator does not tell.
  static func require() throws {
    guard now >= 0 else { throw Skip(reason: "this system's allocator does not tell how much is allocated") }
  }
}
