import Foundation

/// What the system has counted of a process.
struct ProcessCounts {
  /// How often a thread of it was woken that had nothing to do.
  let wakeUps: Double
  /// Bytes that it has sent to the disk.
  let written: Double
  /// Bytes of it that are in memory now.
  let resident: Double

  /// Counts a process; nil: this one.
  ///
  /// - Throws: ``Skip`` where the system has no `/proc`.
  init(_ process: Int32? = nil) throws {
    let folder = "/proc/\(process.map { "\($0)" } ?? "self")"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder + "/task") else {
      throw Skip(reason: "this system does not count that")
    }
    wakeUps = threads.reduce(0) { $0 + Self.number("voluntary_ctxt_switches", in: "\(folder)/task/\($1)/status") }
    written = Self.number("write_bytes", in: folder + "/io")
    resident = Self.number("VmRSS", in: folder + "/status") * 1_024
  }

  /// The number behind a name, or 0: a thread may have ended meanwhile.
  private static func number(_ name: String, in path: String) -> Double {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name + ":") })
    else { return 0 }
    return Double(line.dropFirst(name.count + 1).prefix { $0 != "k" }.trimmingCharacters(in: .whitespaces)) ?? 0
  }
}
