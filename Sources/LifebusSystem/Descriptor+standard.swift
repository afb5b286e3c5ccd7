#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Descriptor {
  /// Gives what this descriptor stands for another number, which no program that is started inherits, and lets this one stand
  /// for what `other` does.
  package func moveAway(leaving other: Descriptor) throws(SystemError) -> Descriptor {
    let moved = Descriptor(raw: try SystemError.check { fcntl(raw, F_DUPFD_CLOEXEC, 3) })
    _ = try SystemError.check { dup2(other.raw, raw) }
    return moved
  }
}
