import Lifebus
import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file in which a handler writes down its calls: nothing else knows of them what a killed process has done.
struct CallFile {
  /// The file's name in the handler's folder.
  static let name = "calls"

  private let folder: String

  init(_ context: PluginContext) { folder = context.folder }

  /// Makes the file if it is not there, and writes down whose it is now.
  func open() throws {
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw SystemError.latest }
    try append(.process(getpid()))
  }

  /// Writes down that a call begins.
  func begin(_ delivery: Delivery<Custom>) throws {
    try append(
      .begin(
        CallLine.Call(
          id: delivery.id.value, sequence: delivery.sequence, attempt: delivery.attempt,
          isFromEarlierProcess: delivery.isFromEarlierProcess)))
  }

  /// Writes down that a call has done its work.
  func end(_ delivery: Delivery<Custom>, count: Int? = nil) throws { try append(.end(id: delivery.id.value, count: count)) }

  private func append(_ line: CallLine) throws {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC
    let file = Descriptor(raw: try SystemError.check { systemOpen(folder + "/" + Self.name, flags, 0o600) })
    defer { file.close() }
    try file.write(Array(line.text.utf8))
  }
}

// The name of the system's function that is also the name of a method above.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
