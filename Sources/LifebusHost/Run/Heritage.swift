internal import Lifebus

/// What earlier runs have left to the plugins of this one, in words.
struct Heritage: Sendable {
  private let bus: LifecycleBus
  private let left: [Snapshot.Absent]

  /// Looks at what is there before any plugin is.
  init(_ bus: LifecycleBus) {
    self.bus = bus
    left = bus.snapshot().absent
  }

  /// A line for each plugin, hosted or not, to which something was left.
  var lines: [String] {
    let snapshot = bus.snapshot()
    let absent = Set(snapshot.absent.map(\.id))
    return snapshot.forgotten.map(Self.loss) + left.compactMap { absent.contains($0.id) ? absence($0) : presence($0) }
  }

  private static func loss(_ handler: Snapshot.Absent) -> String {
    "'\(handler.id)' was away for too long and is forgotten, with \(deliveries(handler.waiting)) that waited for it"
  }

  private func presence(_ handler: Snapshot.Absent) -> String? {
    if let reason = handler.quarantine {
      return """
        '\(handler.id)' is quarantined and not called: \(reason). Another --app-version lifts it, or: \
        lifebus plugins --release \(handler.id)
        """
    }
    guard handler.waiting > 0 else { return nil }
    return "'\(handler.id)' goes on with \(Self.deliveries(handler.waiting)) of an earlier run"
  }

  private func absence(_ handler: Snapshot.Absent) -> String {
    """
    '\(handler.id)' is not hosted: what it wants is kept for it, with \(Self.deliveries(handler.waiting)) of earlier runs. \
    It loses its place with: lifebus ledger forget \(handler.id)
    """
  }

  private static func deliveries(_ count: Int) -> String { "\(count) \(count == 1 ? "delivery" : "deliveries")" }
}
