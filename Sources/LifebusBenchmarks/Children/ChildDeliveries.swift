import Foundation
import LifebusSystem

/// A host with a plugin that is a program and answers at once.
struct ChildDeliveries: Contender {
  let name = "lifebus-host, a plugin that is a program"
  let programs: Programs
  let workplace: Workplace
  let count: Int

  /// Nanoseconds for one delivery, from the first of them to the end, as the plugin has measured it.
  func measure() throws -> Double {
    let (events, plugin, talk) = (workplace.newPath("events"), workplace.newPath("plugin"), workplace.newPath("talk"))
    defer { [events, plugin, talk].forEach(workplace.remove) }
    let lines = [#"{"type":"launch"}"#] + Array(repeating: #"{"type":"custom","name":"tick"}"#, count: count)
    try lines.joined(separator: "\n").write(toFile: events, atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: plugin, withDestinationPath: try MeasuredPlugin.path)
    let arguments = ["--plugins", plugin, "--events", events, "--until-idle", "--state", workplace.newPath("state")]
    let output = try Descriptor.open(writing: talk)
    defer { output.close() }
    guard try ChildProcess(programs.own("lifebus-host"), arguments, talk: output).code() == 0 else { throw Lost(by: self) }
    return try figure(in: String(contentsOfFile: talk, encoding: .utf8))
  }

  private func figure(in talk: String) throws -> Double {
    guard let match = talk.firstMatch(of: /(\d+) deliveries in order, (\d+) ns/), Int(match.1) == count,
      let nanoseconds = Double(match.2)
    else { throw Lost(by: self) }
    return nanoseconds / Double(count)
  }
}

extension MeasuredPlugin {
  /// This program's own file.
  static var path: String {
    get throws {
      guard let path = Bundle.main.executablePath else { throw Skip(reason: "this program does not know where it is") }
      return path
    }
  }
}
