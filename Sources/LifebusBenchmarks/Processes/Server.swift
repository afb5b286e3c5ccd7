import LifebusSystem

/// A program that serves others until it is ended.
struct Server: Sendable {
  private let process: ChildProcess
  /// Kept, because a pipe that is gone ends who writes to it.
  private let words: Descriptor

  /// Where a program says that it is ready.
  enum Stream {
    case output
    case talk
  }

  /// Starts it, and waits until it has said that it is ready.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: Its arguments.
  ///   - stream: Where it says so.
  ///   - ready: What it says then.
  /// - Throws: ``Skip`` if it ends before.
  init(_ path: String, _ arguments: [String], says stream: Stream, _ ready: String) throws {
    let pipe = try Descriptor.pipe()
    defer { pipe.writing.close() }
    words = pipe.reading
    process = try ChildProcess(
      path, arguments, output: stream == .output ? pipe.writing : nil, talk: stream == .talk ? pipe.writing : nil)
    try awaitWords(ready, of: path)
  }

  private func awaitWords(_ ready: String, of path: String) throws {
    var said = ""
    while !said.contains(ready) {
      guard let bytes = try words.readSome(4_096), !bytes.isEmpty else {
        end()
        throw Skip(reason: "'\(path)' does not start: \(said)")
      }
      said += String(decoding: bytes, as: UTF8.self)
    }
  }

  var id: Int32 { process.pid }

  func end() {
    process.end()
    words.close()
  }
}
