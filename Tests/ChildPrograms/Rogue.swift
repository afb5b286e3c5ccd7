import LifebusJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The conversation with the host.
///
/// | option | what it is |
/// |---|---|
/// | `answer` | what it says to `start`; a file `answer` beside the host's configuration says something else |
/// | `atStart` | what it does instead |
/// | `atStop` | `sleep`: it lives on when it is to end |
struct Rogue {
  private let start: HostLine

  init() {
    guard let start = HostLine.next() else { exit(64) }
    self.start = start
  }

  private func option(_ name: String) -> String? { start.object.object("options")?.text(name) }

  func run() -> Never {
    log("starts as \(getpid())")
    begin()
    while let line = HostLine.next() {
      switch line.verb {
      case "registered": log("committed: \(line.object.text("committed") ?? "nothing")")
      case "deliver": Deed(line: line).act()
      case "cancel": log("cancel \(line.delivery)")
      default: end()
      }
    }
    end()
  }

  private func begin() {
    switch option("atStart") {
    case "exit": exit(3)
    case "crash": crash()
    case "sleep": sleepForEver()
    case "garbage": say("hello")
    case "refuse": say(#"{"lifebus":1,"error":"no disk"}"#)
    default: say(answer)
    }
  }

  private var answer: String {
    contents(of: "\(start.object.text("base") ?? "")/answer") ?? option("answer") ?? #"{"lifebus":1,"on":["any"]}"#
  }

  private func end() -> Never {
    if option("atStop") == "sleep" { sleepForEver() }
    log("ends")
    exit(0)
  }

  /// The first line of a file.
  private func contents(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 4_096)
    guard fgets(&buffer, 4_096, file) != nil else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
