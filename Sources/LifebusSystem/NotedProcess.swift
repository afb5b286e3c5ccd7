#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A process, told from every other that had or will have its id by when it began: what can be written to a file and recognised
/// later.
package struct NotedProcess: Equatable, Sendable {
  private let id: Int32
  private let birth: String

  /// Notes a process that runs; nil: there is none.
  package init?(_ id: Int32) {
    guard let birth = Self.birth(of: id) else { return nil }
    (self.id, self.birth) = (id, birth)
  }

  /// Reads what ``text`` has written.
  package init?(text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let id = Int32(words[0]), id > 0 else { return nil }
    (self.id, birth) = (id, String(words[1]))
  }

  package var text: String { "\(id) \(birth)\n" }

  /// True if it runs still.
  package var isRunning: Bool { Self.birth(of: id) == birth }

  /// Ends it with its process group, which it leads.
  package func killGroup() { kill(-id, SIGKILL) }

  #if canImport(Darwin)
    private static func birth(of id: Int32) -> String? {
      var info = proc_bsdinfo()
      let size = Int32(MemoryLayout<proc_bsdinfo>.size)
      guard proc_pidinfo(id, PROC_PIDTBSDINFO, 0, &info, size) == size else { return nil }
      return "\(info.pbi_start_tvsec).\(info.pbi_start_tvusec)"
    }
  #else
    /// The time in clock ticks after the system's start: the 22nd field, where the second one, in brackets, may have anything.
    private static func birth(of id: Int32) -> String? {
      guard let file = try? Descriptor.open(reading: "/proc/\(id)/stat") else { return nil }
      defer { file.close() }
      let text = String(decoding: (try? file.readAll(limit: 4_096)) ?? [], as: UTF8.self)
      guard let bracket = text.lastIndex(of: ")") else { return nil }
      let fields = text[bracket...].split(separator: " ")
      // A zombie has ended.
      guard fields.count > 20, fields[1] != "Z" else { return nil }
      return String(fields[20])
    }
  #endif
}
