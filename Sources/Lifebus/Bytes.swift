/// Texts by their bytes: two that look the same, and that Unicode takes for equal, can name two accounts, or be two keys.
extension String {
  package func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Hasher {
  package mutating func combine(bytesOf text: String) {
    var text = text
    text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    // What no text has tells where one ends.
    combine(0xFF as UInt8)
  }
}
