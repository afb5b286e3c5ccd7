#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the system said when a call failed.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// What the system said last.
  package static var latest: SystemError { SystemError(code: errno) }

  package var description: String { String(cString: strerror(code)) }

  /// Whether nobody reads any more what is written.
  package var isClosedPipe: Bool { code == EPIPE }

  /// Makes a call, again when a signal interrupted it, and throws what its negative result stands for.
  package static func check<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    guard let result = try checkUnlessBlocked(call) else { throw SystemError(code: EAGAIN) }
    return result
  }

  /// Makes a call; nil if it would have to wait and is not to.
  package static func checkUnlessBlocked<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result? {
    while true {
      let result = call()
      if result >= 0 { return result }
      switch errno {
      case EINTR: continue
      case EAGAIN: return nil
      default: throw SystemError(code: errno)
      }
    }
  }
}
