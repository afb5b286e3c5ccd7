internal import Lifebus
internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The processes of plugins' programs, each noted in a file, so that the next host ends what a killed one has left.
struct LeftoverChildren: Sendable {
  private let folder: String

  /// - Parameter folder: Where the files are; made when there is one to write.
  init(in folder: String) { self.folder = folder }

  private func path(of name: HandlerID) -> String { "\(folder)/\(name)" }

  /// Notes the process of a plugin's program.
  ///
  /// - Throws: Why it cannot be noted.
  func note(_ process: Int32, of name: HandlerID) throws(SystemError) {
    guard let noted = NotedProcess(process) else { return }
    try StateFolder.makeFolder(folder)
    let file = try Descriptor.open(writing: path(of: name), followsLink: false)
    defer { file.close() }
    _ = try SystemError.check { ftruncate(file.raw, 0) }
    try file.write(Array(noted.text.utf8))
  }

  /// Forgets the process of a plugin's program, which has ended.
  func forget(_ name: HandlerID) { unlink(path(of: name)) }

  /// Ends the program of a plugin that a killed host has left.
  ///
  /// - Returns: True if there was one.
  func end(_ name: HandlerID) -> Bool {
    guard let file = try? Descriptor.open(reading: path(of: name)) else { return false }
    defer { file.close() }
    let text = String(decoding: (try? file.readAll(limit: 256)) ?? [], as: UTF8.self)
    guard let process = NotedProcess(text: text), process.isRunning else { return false }
    process.killGroup()
    return true
  }

  /// The plugins of which a program was noted.
  var names: [HandlerID] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var names: [HandlerID] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(HandlerID(name)) }
    }
    return names
  }
}
