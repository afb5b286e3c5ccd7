import Foundation
import LifebusSystem

/// A run of a host with this program as a plugin, and so many events for it.
struct ChildRun {
  let programs: Programs
  let workplace: Workplace
  let count: Int

  /// What a run has left.
  struct Result {
    /// What the plugin has said in the end.
    let talk: String
    /// How long it was away, each time, in nanoseconds.
    let absences: [Double]
  }

  /// Runs a host to its end; nil if that was no good one.
  func play(crashes: Bool = false) throws -> Result? {
    let run = workplace.newPath("run")
    defer { workplace.remove(run) }
    try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: run + "/plugin", withDestinationPath: try Self.program)
    try write(#"{"plugins":{"\#(run)/plugin":{"crashes":\#(crashes)}}}"#, to: run + "/config")
    let lines = [#"{"type":"launch"}"#] + Array(repeating: #"{"type":"custom","name":"tick"}"#, count: count)
    try write(lines.joined(separator: "\n"), to: run + "/events")
    let output = try Descriptor.open(writing: run + "/talk")
    defer { output.close() }
    let arguments = [
      "--plugins", run + "/plugin", "--config", run + "/config", "--events", run + "/events", "--until-idle", "--state",
      run + "/state",
    ]
    guard try ChildProcess(programs.own("lifebus-host"), arguments, talk: output).code() == 0 else { return nil }
    let absences = run + "/state/plugins/plugin/" + Crashes.absences
    return Result(
      talk: try read(run + "/talk"),
      absences: crashes ? try read(absences).split(separator: "\n").compactMap { Double($0) } : [])
  }

  /// This program's own file.
  static var program: String {
    get throws {
      guard let path = Bundle.main.executablePath else { throw Skip(reason: "this program does not know where it is") }
      return path
    }
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}
