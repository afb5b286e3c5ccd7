import Foundation
import LifebusJSON

@testable import CrashHost

/// The lines of the analytics logger's file and of those that it was before, in order.
struct AnalyticsLines {
  private let lines: [String]

  init(_ lines: [String]) { self.lines = lines }

  /// Reads the files in the plugin's folder.
  init(in folder: String) throws {
    let name = "analytics.jsonl"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(name) }
    // The higher the number, the older the file; the one without is the newest.
    let order = files.sorted { Self.number($0, name) > Self.number($1, name) }
    lines = try order.flatMap { file in
      try String(contentsOfFile: folder + "/" + file, encoding: .utf8).split(separator: "\n").map(String.init)
    }
  }

  private static func number(_ file: String, _ name: String) -> Int { Int(file.dropFirst(name.count + 1)) ?? 0 }

  /// What is not as promised: nothing if each accepted event stands there once, in order, and each other at most once.
  func findings(_ known: Known) -> [String] {
    var findings: [String] = []
    var found: Set<String> = []
    var last = 0
    for line in lines {
      guard let event = JSONObject(parsing: Array(line.utf8)), let id = event.text("id") else {
        findings.append("'\(line)' is not whole")
        continue
      }
      guard event.text("type") == "dev.lifebus.custom.\(work)" else { continue }
      let place = event.object("data")?.number("sequence") ?? 0
      if !found.insert(id).inserted { findings.append("\(id) stands there twice") }
      if place <= last { findings.append("\(id) stands there out of order") }
      last = place
    }
    let missing = Set(known.accepted.keys).subtracting(found).sorted().map { "\($0) was accepted and is missing" }
    let unknown = found.subtracting(known.sent).sorted().map { "\($0) was never emitted" }
    return (findings + missing + unknown).map { "analytics-logger: \($0)" }
  }
}
