internal import LifebusWire

/// Counts the lines of a stream that the host will answer: those that are not blank.
struct LineCount {
  private(set) var lines = 0
  private var isBlank = true

  /// Takes in more of the stream.
  mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if !isBlank { lines += 1 }
        isBlank = true
      } else if isBlank, byte != 0x20, byte != 0x09, byte != 0x0D, byte != Wire.idle {
        isBlank = false
      }
    }
  }
}
