internal import LifebusSystem
internal import LifebusThreads
internal import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The signals that ask a host to stop: SIGTERM and SIGINT.
///
/// Cycle: ``install()`` catches them; the first is written to a pipe, and is the one element of ``requests``; the second ends the
/// process at once from within the signal's handler, which needs no thread to be free.
enum StopSignals {
  /// Catches the signals of this process, once, and ignores SIGPIPE: a closed pipe is an error of the write.
  static func install() throws(SystemError) -> AsyncStream<Int32> {
    let pipe = try Descriptor.pipe()
    writingEnd.store(pipe.writing.raw, ordering: .releasing)
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGTERM, SIGINT] { signal(number, catchStopSignal) }
    let (requests, continuation) = AsyncStream<Int32>.makeStream()
    Task.detached(executorPreference: ThreadExecutor(name: "lifebus-signals")) {
      var number: UInt8 = 0
      if read(pipe.reading.raw, &number, 1) == 1 { continuation.yield(Int32(number)) }
      continuation.finish()
    }
    return requests
  }

  /// A signal's name for people.
  static func name(_ number: Int32) -> String {
    switch number {
    case SIGTERM: "SIGTERM"
    case SIGINT: "SIGINT"
    default: "signal \(number)"
    }
  }
}

private let writingEnd = Atomic<Int32>(-1)
private let caught = Atomic<Bool>(false)

/// Runs within the signal: it may use atomics and the few calls of the system that are allowed there, and nothing else.
private func catchStopSignal(_ number: Int32) {
  guard !caught.exchange(true, ordering: .acquiringAndReleasing) else { _exit(128 + number) }
  var byte = UInt8(truncatingIfNeeded: number)
  let before = errno
  _ = write(writingEnd.load(ordering: .acquiring), &byte, 1)
  errno = before
}
