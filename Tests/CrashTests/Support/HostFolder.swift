import Foundation
import Lifebus

@testable import CrashHost

/// Where the hosts of one test run, one after another: their state and their configuration.
final class HostFolder {
  let path: String
  private var isKept = false

  /// Makes the folder.
  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "lbc-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { if !isKept { try? FileManager.default.removeItem(atPath: path) } }

  /// Leaves the folder to whoever wants to look.
  func keep() { isKept = true }

  var state: String { path + "/state" }
  var socket: String { state + "/socket" }
  var ledger: String { state + "/ledger" }

  /// The folder of a plugin's own files.
  func plugin(_ id: HandlerID) -> String { "\(state)/plugins/\(id)" }

  /// Writes the configuration of the hosts that are started from now on.
  func configure(_ plugins: String) throws {
    try #"{"plugins":\#(plugins)}"#.write(toFile: path + "/config.json", atomically: false, encoding: .utf8)
  }

  /// Starts a host with these plugins.
  func start(_ plugins: [HandlerID], version: String = "1") throws -> HostProcess {
    let names = plugins.map(\.rawValue).joined(separator: ",")
    return try HostProcess(
      ["--plugins", names, "--state", state, "--config", path + "/config.json", "--app-version", version])
  }

  /// What a handler has written down of its calls.
  func history(of handler: HandlerID) throws -> CallHistory {
    CallHistory(try String(contentsOfFile: plugin(handler) + "/" + CallFile.name, encoding: .utf8))
  }
}
