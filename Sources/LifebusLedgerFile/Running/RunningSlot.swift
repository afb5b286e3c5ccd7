internal import Lifebus
internal import Synchronization

/// A handler's place in the file of running calls: its name, and what its call runs for.
///
/// There is room for two runs. A run is written where the last one is not, and then one store of the head makes it the slot's:
/// the process may end between any two stores, and the slot holds the one or the other.
struct RunningSlot {
  static let size = 512
  /// The bytes of a name that a slot has room for.
  static let nameLimit = 120
  private static let textLimit = 76
  private static let runSize = 184

  let start: UnsafeMutableRawPointer

  private var head: UnsafeMutablePointer<Atomic<UInt64>> { start.assumingMemoryBound(to: Atomic<UInt64>.self) }

  // MARK: The name

  /// Gives the slot to a handler.
  func take(for handler: HandlerID) {
    let name = Array(handler.rawValue.utf8.prefix(Self.nameLimit))
    start.storeBytes(of: 0, toByteOffset: 0, as: UInt64.self)
    start.storeBytes(of: UInt64(name.count), toByteOffset: 8, as: UInt64.self)
    (start + 16).copyMemory(from: name, byteCount: name.count)
  }

  /// What tells the handler's name from a changed one.
  var nameCheck: UInt32 {
    var fingerprint = Fingerprint()
    for offset in stride(from: 8, to: 136, by: 8) {
      fingerprint.add(word: start.load(fromByteOffset: offset, as: UInt64.self))
    }
    return UInt32(truncatingIfNeeded: fingerprint.value ^ (fingerprint.value >> 32))
  }

  var handler: HandlerID {
    let count = min(Int(start.load(fromByteOffset: 8, as: UInt64.self)), Self.nameLimit)
    return HandlerID(String(decoding: UnsafeRawBufferPointer(start: start + 16, count: count), as: UTF8.self))
  }

  // MARK: Runs

  /// Puts a run there, or that none runs.
  func publish(_ run: LedgerRun?) {
    let last = Head(bits: head.pointee.load(ordering: .relaxed))
    guard let run else { return head.pointee.store(Head(side: last.side).bits, ordering: .releasing) }
    let side = 1 - last.side
    write(run, side)
    let next = Head(side: side, isRunning: true, isOver: run.isOver, check: check(side, isOver: run.isOver))
    head.pointee.store(next.bits, ordering: .releasing)
  }

  private func place(_ side: Int) -> UnsafeMutableRawPointer { start + 136 + side * Self.runSize }

  private func write(_ run: LedgerRun, _ side: Int) {
    let place = place(side)
    place.storeBytes(of: Int64(run.sequence), toByteOffset: 0, as: Int64.self)
    place.storeBytes(of: Int64(run.attempt), toByteOffset: 8, as: Int64.self)
    place.storeBytes(of: run.note.fingerprint, toByteOffset: 16, as: UInt64.self)
    let kind = copy(run.note.kind, to: place + 32)
    let scope = run.note.scope.map { copy($0, to: place + 32 + Self.textLimit) }
    place.storeBytes(of: Lengths(kind: kind, scope: scope).bits, toByteOffset: 24, as: UInt64.self)
  }

  private func copy(_ text: String, to place: UnsafeMutableRawPointer) -> Int {
    var text = text
    return text.withUTF8 { utf8 in
      let count = min(utf8.count, Self.textLimit)
      if let start = utf8.baseAddress { place.copyMemory(from: start, byteCount: count) }
      return count
    }
  }

  /// What tells a run that was written as a whole from one whose bytes have changed.
  private func check(_ side: Int, isOver: Bool) -> UInt32 {
    var fingerprint = Fingerprint()
    fingerprint.add(word: isOver ? 1 : 0)
    for offset in stride(from: 8, to: 136, by: 8) {
      fingerprint.add(word: start.load(fromByteOffset: offset, as: UInt64.self))
    }
    for offset in stride(from: 0, to: Self.runSize, by: 8) {
      fingerprint.add(word: place(side).load(fromByteOffset: offset, as: UInt64.self))
    }
    return UInt32(truncatingIfNeeded: fingerprint.value ^ (fingerprint.value >> 32))
  }

  // MARK: Reading

  /// What a slot says.
  enum Finding {
    case nothing
    case run(HandlerID, RunFound)
    /// Its bytes are not those that were written.
    case changed
  }

  func read() -> Finding {
    let head = Head(bits: head.pointee.load(ordering: .acquiring))
    guard head.isRunning else { return head.bits == Head(side: head.side).bits ? .nothing : .changed }
    let written = Head(
      side: head.side, isRunning: true, isOver: head.isOver, check: check(head.side, isOver: head.isOver))
    return head.bits == written.bits ? .run(handler, run(head)) : .changed
  }

  private func run(_ head: Head) -> RunFound {
    let place = place(head.side)
    let lengths = Lengths(bits: place.load(fromByteOffset: 24, as: UInt64.self))
    return RunFound(
      sequence: Int(place.load(fromByteOffset: 0, as: Int64.self)), attempt: Int(place.load(fromByteOffset: 8, as: Int64.self)),
      note: RunningNote(
        kind: text(place + 32, lengths.kind), scope: lengths.scope.map { text(place + 32 + Self.textLimit, $0) }),
      fingerprint: place.load(fromByteOffset: 16, as: UInt64.self), isOver: head.isOver)
  }

  private func text(_ place: UnsafeMutableRawPointer, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: place, count: min(count, Self.textLimit)), as: UTF8.self)
  }

  /// Frees the slot.
  func clear() { head.pointee.store(0, ordering: .releasing) }
}
