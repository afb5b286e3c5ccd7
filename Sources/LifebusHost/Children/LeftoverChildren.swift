internal import Lifebus
internal import LifebusSystem

/// The processes of plugins' programs that run, as a killed host leaves them: one file for each, with what tells the process from
/// every other.
struct LeftoverChildren: Sendable {
  private let folder: String

  /// - Parameter folder: Where the files are; made when there is one to write.
  init(in folder: String) { self.folder = folder }

  /// Notes the process of a plugin's program.
  func note(_ process: Int32, of name: HandlerID) {
    guard let birth = ProcessBirth(of: process) else { return }
    do throws(SystemError) {
      try StateFolder.makeFolder(folder)
      let file = try Descriptor.open(writing: "\(folder)/\(name)", followsLink: false)
      defer { file.close() }
      try file.replaceContent(with: Array("\(process) \(birth)\n".utf8))
    } catch {
      // Without the note, a stubborn program of a killed host stays; everything else works.
    }
  }

  /// Ends what a killed host has left.
  ///
  /// - Returns: The names of the plugins whose programs it ended.
  func end() -> [String] {
    var ended: [String] = []
    for name in (try? StateFolder.entries(of: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      if let process = Self.process(in: path), process.isRunning {
        process.endGroup()
        ended.append(name)
      }
      StateFolder.removeFile(path)
    }
    return ended
  }

  private static func process(in path: String) -> NotedProcess? {
    guard let file = try? Descriptor.open(reading: path) else { return nil }
    defer { file.close() }
    guard let bytes = try? file.readAll(limit: 1_024) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let id = Int32(words[0]) else { return nil }
    return NotedProcess(id: id, birth: String(words[1]))
  }
}

/// A process that was noted, which may be another one by now.
private struct NotedProcess {
  let id: Int32
  let birth: String

  var isRunning: Bool { ProcessBirth(of: id)?.description == birth }

  func endGroup() { ProcessGroup(leader: id).kill() }
}
