/// A text on one line, in which control characters are written out: what comes from outside moves no cursor.
package func visible(_ text: String) -> String {
  guard text.utf8.contains(where: { !(0x20..<0x7F ~= $0) }), text.unicodeScalars.contains(where: isControl) else { return text }
  return text.unicodeScalars.reduce(into: "") { shown, scalar in
    shown += isControl(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
  }
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value || 0x202A...0x202E ~= scalar.value || 0x2066...0x2069 ~= scalar.value
}
