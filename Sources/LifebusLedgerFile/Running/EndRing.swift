/// The last part of the file of running calls: the deliveries that are done and that the database does not have yet, in order.
///
/// Two counters say which notes hold: those from `first` up to `next`. A note is written whole before `next` takes it in, and
/// `first` passes it when the database has it: the process may end between any two stores.
struct EndRing {
  static let capacity = 1_024
  static let size = headSize + capacity * noteSize
  /// The bytes of a handler's own that a note has room for.
  static let valueLimit = 80
  private static let headSize = 128
  private static let noteSize = 128
  /// Where a note's check stands; everything before it is checked.
  private static let checkPlace = 120
  private static let noValue = UInt64.max

  let start: UnsafeMutableRawPointer

  /// What a note holds; the handler by its slot, and what tells its name there from a changed one.
  struct Note {
    let slot: Int
    let nameCheck: UInt32
    let sequence: Int
    let ended: Int
    let committed: [UInt8]?
  }

  // The counters stand on cache lines of their own.
  private var first: CheckedCounter { CheckedCounter(start: start) }
  private var next: CheckedCounter { CheckedCounter(start: start + 64) }

  /// The numbers of the notes that hold; nil: what counts them is not what was written.
  var numbers: Range<UInt64>? {
    // Who reads while another writes may find that what was the last is passed by now.
    guard let first = first.value, let next = next.value else { return nil }
    return first..<max(first, min(next, first + UInt64(Self.capacity)))
  }

  private func place(_ number: UInt64) -> UnsafeMutableRawPointer {
    start + Self.headSize + Int(number % UInt64(Self.capacity)) * Self.noteSize
  }

  // MARK: Writing

  /// Adds a note; its number, or nil: there is no room for it.
  func add(_ note: Note) -> UInt64? {
    guard let numbers, numbers.count < Self.capacity, (note.committed?.count ?? 0) <= Self.valueLimit else { return nil }
    let place = place(numbers.upperBound)
    place.storeBytes(of: numbers.upperBound, as: UInt64.self)
    place.storeBytes(of: Int64(note.sequence), toByteOffset: 8, as: Int64.self)
    place.storeBytes(of: Int64(note.ended), toByteOffset: 16, as: Int64.self)
    place.storeBytes(of: UInt32(note.slot), toByteOffset: 24, as: UInt32.self)
    place.storeBytes(of: note.nameCheck, toByteOffset: 28, as: UInt32.self)
    place.storeBytes(of: note.committed.map { UInt64($0.count) } ?? Self.noValue, toByteOffset: 32, as: UInt64.self)
    if let value = note.committed { (place + 40).copyMemory(from: value, byteCount: value.count) }
    place.storeBytes(of: check(place), toByteOffset: Self.checkPlace, as: UInt64.self)
    next.set(numbers.upperBound + 1)
    return numbers.upperBound
  }

  /// The database has all notes before this one.
  func pass(to number: UInt64) { first.set(number) }

  /// Lets no note hold, and returns the number of the first to come.
  func clear() -> UInt64 {
    let number = next.value ?? 0
    // What was passed holds no more, whatever its number.
    pass(to: number)
    next.set(number)
    return number
  }

  // MARK: Reading

  /// A note that holds; nil: its bytes are not those that were written.
  func note(_ number: UInt64) -> Note? {
    let place = place(number)
    let written = place.load(fromByteOffset: Self.checkPlace, as: UInt64.self)
    guard place.load(as: UInt64.self) == number, written == check(place) else { return nil }
    let count = place.load(fromByteOffset: 32, as: UInt64.self)
    let value = UnsafeRawBufferPointer(start: place + 40, count: Int(min(count, UInt64(Self.valueLimit))))
    return Note(
      slot: Int(place.load(fromByteOffset: 24, as: UInt32.self)), nameCheck: place.load(fromByteOffset: 28, as: UInt32.self),
      sequence: Int(place.load(fromByteOffset: 8, as: Int64.self)), ended: Int(place.load(fromByteOffset: 16, as: Int64.self)),
      committed: count == Self.noValue ? nil : Array(value))
  }

  private func check(_ place: UnsafeMutableRawPointer) -> UInt64 {
    var fingerprint = Fingerprint()
    for offset in stride(from: 0, to: Self.checkPlace, by: 8) {
      fingerprint.add(word: place.load(fromByteOffset: offset, as: UInt64.self))
    }
    return fingerprint.value
  }
}
