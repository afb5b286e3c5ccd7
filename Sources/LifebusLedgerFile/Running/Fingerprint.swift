/// A number for texts that is the same in every process (FNV-1a, 64 bits).
struct Fingerprint {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Takes in a text, or that there is none.
  mutating func add(_ text: String?) {
    guard let text else { return add(byte: 0) }
    for byte in text.utf8 { add(byte: byte) }
    add(byte: 1)
  }

  mutating func add(word: UInt64) { value = (value ^ word) &* 0x0000_0100_0000_01b3 }

  private mutating func add(byte: UInt8) { add(word: UInt64(byte)) }
}
