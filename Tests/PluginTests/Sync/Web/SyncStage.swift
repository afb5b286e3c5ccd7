import Foundation
import Lifebus
import Sync
import TestSupport
import Testing

/// The sync with a folder, on a bus that is launched.
final class SyncStage: Sendable {
  let folder: TemporaryFolder
  let talk = Talk()
  let plugin: SyncPlugin
  let bus: LifecycleBus
  private let recorder: Recorder

  init(
    _ resources: [String], in folder: TemporaryFolder? = nil, tokens: (any TokenSource)? = nil, user: Identity? = nil,
    onClose: GateOptions.OnClose = .cancelRunning, now: @escaping @Sendable () -> Date = { Date() },
    onLine: @escaping @Sendable (String) -> Void = { _ in }, change: (inout SyncPlugin.Options) -> Void = { _ in }
  ) async throws {
    self.folder = try folder ?? TemporaryFolder()
    var options = SyncPlugin.Options(resources: resources, into: "mirror")
    change(&options)
    plugin = try SyncPlugin(
      options: options, context: PluginContext(self.folder, talk: talk, tokens: tokens, onLine: onLine), now: now)
    bus = try await .with(plugin)
    if let user { try bus.openGate(for: user, onClose: onClose) }
    recorder = Recorder("sync", on: bus)
    bus.post(Launch(cause: .user))
  }

  /// A run: its outcome, and what it says.
  func run() async throws -> (outcome: Outcome?, report: [String: String]) {
    let outcome = try await bus.enter()["sync"]
    try await bus.idle()
    return (outcome, await recorder.next())
  }

  /// The files of the mirror that are mirrored.
  var mirrored: [String] { folder.files(in: "mirror").filter { $0 != "%validators" } }

  /// The text of the only file that is mirrored.
  var text: String? { mirrored.count == 1 ? folder.text(at: "mirror/" + mirrored[0]) : nil }
}

extension LifecycleBus {
  /// Registers an owner of the gate `auth-gate`, and opens it.
  func openGate(for user: Identity, onClose: GateOptions.OnClose) throws {
    let policy = Policy(gate: GateOptions(limit: .none, onClose: onClose))
    try register(Guest(name: "auth-gate"), policy: policy) { _ in }
    gate("auth-gate").open(user)
  }
}

extension SyncStage {
  /// What a run says that has copied, or not, so many resources.
  static func report(copied: Int = 0, unchanged: Int = 0, missing: Int = 0, failed: Int = 0, bytes: Int = 0) -> [String: String]
  {
    [
      "copied": "\(copied)", "unchanged": "\(unchanged)", "missing": "\(missing)", "failed": "\(failed)", "bytes": "\(bytes)",
    ]
  }
}
