internal import Synchronization

/// The first page of the file of running calls: whose they are, how that process ended, and what it had committed.
struct RunningHeader {
  static let size = 4_096
  private static let mark: UInt64 = 0x3153_5542_4546_494c  // LIFEBUS1
  private static let bootLimit = 63

  let start: UnsafeMutableRawPointer

  private func word(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    (start + index * 8).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  private func load(_ index: Int) -> Int { Int(truncatingIfNeeded: word(index).pointee.load(ordering: .acquiring)) }

  private func store(_ value: Int, _ index: Int) {
    word(index).pointee.store(UInt64(truncatingIfNeeded: value), ordering: .releasing)
  }

  /// True for a file that was just made.
  var isNew: Bool { load(0) == 0 && load(1) == 0 }

  /// True for a file of this kind.
  var isMarked: Bool { UInt64(bitPattern: Int64(load(0))) == Self.mark }

  /// The number of the process that has written the slots; the last that is written of a new one; nil: it has changed.
  var process: Int? {
    let process = load(1) & 0xffff_ffff
    return Self.checked(process) == load(1) ? process : nil
  }

  /// A process's number, with what tells it from a changed one.
  private static func checked(_ process: Int) -> Int {
    var fingerprint = Fingerprint()
    fingerprint.add(word: UInt64(process))
    return process | Int(truncatingIfNeeded: fingerprint.value & 0xffff_ffff_0000_0000)
  }

  /// True if that process ended in order.
  var isClean: Bool {
    get { load(2) != 0 }
    nonmutating set { store(newValue ? 1 : 0, 2) }
  }

  /// The fatal signal that has ended it, if one has.
  var signal: Int32 {
    get { signalPlace.pointee }
    nonmutating set { signalPlace.pointee = newValue }
  }

  /// Where a handler of fatal signals notes them.
  var signalPlace: UnsafeMutablePointer<Int32> { (start + 24).assumingMemoryBound(to: Int32.self) }

  /// The commits of the ledger, of which the disk had at least ``syncedCommits``.
  var commits: Int {
    get { load(4) }
    nonmutating set { store(newValue, 4) }
  }

  /// The commits that the disk had.
  var syncedCommits: Int { load(5) }

  /// Notes that the disk has so many commits; it may have been told already of more.
  func noteSynced(commits: Int) {
    word(5).pointee.max(UInt64(truncatingIfNeeded: commits), ordering: .releasing)
  }

  /// The system's start in which that process ran.
  var boot: String {
    let count = min(max(load(6), 0), Self.bootLimit)
    return String(decoding: UnsafeRawBufferPointer(start: start + 64, count: count), as: UTF8.self)
  }

  /// Begins a new process.
  func begin(process: Int, boot: String, commits: Int) {
    (isClean, signal) = (false, 0)
    self.commits = commits
    store(commits, 5)
    let boot = Array(boot.utf8.prefix(Self.bootLimit))
    (start + 64).copyMemory(from: boot, byteCount: boot.count)
    store(boot.count, 6)
    store(Int(Int64(bitPattern: Self.mark)), 0)
    store(Self.checked(process), 1)
  }
}
