extension String {
  /// The text with spaces after it, up to a width.
  package func padded(_ width: Int) -> String { self + spaces(upTo: width) }

  /// The text with spaces before it, up to a width.
  package func padded(left width: Int) -> String { spaces(upTo: width) + self }

  private func spaces(upTo width: Int) -> String {
    // Scalars are counted, not characters, which takes ten times as long and is the same for what stands in columns.
    String(repeating: " ", count: max(0, width - unicodeScalars.count))
  }
}
