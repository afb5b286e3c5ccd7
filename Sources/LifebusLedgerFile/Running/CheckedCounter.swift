internal import Synchronization

/// A number in one word of mapped memory, with what tells it from a changed one.
struct CheckedCounter {
  private static let numberBits: UInt64 = 0xff_ffff_ffff

  let start: UnsafeMutableRawPointer

  private var word: UnsafeMutablePointer<Atomic<UInt64>> { start.assumingMemoryBound(to: Atomic<UInt64>.self) }

  /// The number, 0 of a new file; nil: it has changed.
  var value: UInt64? {
    let found = word.pointee.load(ordering: .acquiring)
    let number = found & Self.numberBits
    return found == 0 || found == Self.checked(number) ? number : nil
  }

  func set(_ number: UInt64) { word.pointee.store(Self.checked(number), ordering: .releasing) }

  private static func checked(_ number: UInt64) -> UInt64 {
    var fingerprint = Fingerprint()
    for shift in stride(from: 0, to: 40, by: 8) { fingerprint.add(word: number >> UInt64(shift) & 0xff) }
    fingerprint.add(word: 1)
    return number | fingerprint.value & ~numberBits
  }
}
