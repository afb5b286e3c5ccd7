package import Lifebus
internal import Observation

/// What the inspector shows of a bus: its last activity, and how it stands.
@MainActor @Observable
package final class InspectorModel {
  /// The most lines that are kept; beyond this the oldest goes.
  package static let lineLimit = 500

  /// What the bus did, the latest first.
  package private(set) var timeline: [TimelineLine] = []
  /// How the bus stands, as of the latest line.
  package private(set) var snapshot: Snapshot?
  private var count = 0

  package init() {}

  /// The handlers, in the order of their registration.
  package var handlers: [Snapshot.Handler] { snapshot?.handlers ?? [] }

  /// Those of them whose deliveries are held.
  package var held: [Snapshot.Handler] { handlers.filter { $0.state == .held || $0.state == .quarantined } }

  /// Follows a bus by its activity until the task is cancelled or the bus has shut down; deliveries are slower meanwhile.
  package func follow(_ activity: ActivityStream, of bus: LifecycleBus) async {
    snapshot = bus.snapshot()
    for await item in activity {
      count += 1
      timeline.insert(TimelineLine(item, number: count), at: 0)
      if timeline.count > Self.lineLimit { timeline.removeLast() }
      snapshot = bus.snapshot()
    }
  }
}
