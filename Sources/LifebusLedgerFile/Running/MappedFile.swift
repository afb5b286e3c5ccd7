internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file in memory: what is stored there outlives the process, however that ends.
final class MappedFile {
  let start: UnsafeMutableRawPointer
  let size: Int

  /// Maps a file, and makes it if it is not there, of this size, for its owner only.
  ///
  /// All of it is written first: memory without room on the disk behind it would end the process when it is touched.
  init(_ path: String, size: Int) throws(SystemError) {
    let file = try Descriptor.open(writing: path, followsLink: false)
    defer { file.close() }
    try Self.fill(file, size)
    self.size = size
    guard let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.raw, 0), start != MAP_FAILED else {
      throw SystemError.latest
    }
    self.start = start
  }

  /// Maps a file as it is, for reading; nil if it has not this size.
  init?(reading path: String, size: Int) throws(SystemError) {
    let file = try Descriptor.open(reading: path)
    defer { file.close() }
    self.size = size
    guard try SystemError.check({ lseek(file.raw, 0, SEEK_END) }) == size else { return nil }
    guard let start = mmap(nil, size, PROT_READ, MAP_SHARED, file.raw, 0), start != MAP_FAILED else { throw SystemError.latest }
    self.start = start
  }

  deinit { munmap(start, size) }

  /// How many bytes a file has; nil if there is none, or something else.
  static func size(of path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  private static func fill(_ file: Descriptor, _ size: Int) throws(SystemError) {
    let found = Int(try SystemError.check { lseek(file.raw, 0, SEEK_END) })
    if found < size { try file.write([UInt8](repeating: 0, count: size - found)) }
  }
}
