/// Any event whatever: what a clause for all kinds gets, and what activity shows.
///
/// ```swift
/// on(AnyEvent.self) { logger, delivery in logger.write(delivery.event) }
/// ```
public struct AnyEvent: DeliverableEvent {
  /// The name of all kinds together.
  public static var name: String { "any" }

  /// The event itself.
  public let base: any DeliverableEvent

  /// The kind as text: `launch`, `appear`, …, `custom:NAME` for an application's events.
  public let kind: String

  init(_ base: any DeliverableEvent, kind: String) {
    self.base = base
    self.kind = kind
  }

  /// The event's scope, if it has one.
  public var scope: Scope? { base.scope }

  /// The event's scene, if it has one.
  public var scene: SceneID? {
    switch base {
    case let placed as any PlacedEvent: placed.scene
    case let changed as PhaseChanged: changed.scene
    default: nil
    }
  }
}
