internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Makes and removes files and folders, by the system's own calls.
enum FileWriter {
  /// Makes a folder, which must not be there yet.
  static func makeFolder(_ path: String) throws(SystemError) {
    _ = try SystemError.check { mkdir(path, 0o777) }
  }

  /// Makes a file with its folders, which must not be there yet.
  static func write(_ text: String, to path: String, in folder: String, isProgram: Bool) throws(SystemError) {
    var place = folder
    for part in path.split(separator: "/").dropLast() {
      place += "/\(part)"
      if !FileReader.isFolder(place) { try makeFolder(place) }
    }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let file = Descriptor(raw: try SystemError.check { open(folder + "/" + path, flags, isProgram ? 0o777 : 0o666) })
    defer { file.close() }
    try file.write(Array(text.utf8))
  }

  /// Makes a folder of its own for a while; only its owner may look into it.
  static func makeTemporaryFolder() throws(SystemError) -> String {
    var path = Array("\(environment("TMPDIR") ?? "/tmp")/lifebus.XXXXXX".utf8CString)
    let isMade = path.withUnsafeMutableBufferPointer { bytes in bytes.baseAddress.map { mkdtemp($0) != nil } ?? false }
    guard isMade else { throw .latest }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes a folder with all that is in it; what cannot be removed stays.
  static func remove(folder: String) {
    for name in (try? FileReader.names(inFolder: folder)) ?? [] {
      let path = folder + "/" + name
      if unlink(path) != 0 { remove(folder: path) }
    }
    rmdir(folder)
  }
}
