/// The process has launched: delivered once per process, before every other event of that process.
///
/// A second one is not delivered; its receipt says ``Receipt/Disposition/duplicate``.
public struct Launch: LifecycleEvent, Codable {
  /// Why the system started the process.
  public enum Cause: String, Sendable, Codable, CaseIterable {
    /// A person opened the application.
    case user
    /// The system started it for work in the background.
    case background
    /// The system started it in advance; a person may come hours later, or never.
    case prewarm
    /// Not known.
    case unknown
  }

  /// The same as the type's name in lower case.
  public static var name: String { "launch" }

  /// Why the system started the process.
  public let cause: Cause

  /// Whatever else the application knows of its start.
  public let attributes: [String: String]

  /// Creates a launch.
  public init(cause: Cause = .unknown, attributes: [String: String] = [:]) {
    self.cause = cause
    self.attributes = attributes
  }
}

/// A scope appears: each time, in the scene in which it does.
public struct Appear: LifecycleEvent, Codable {
  /// The same as the type's name in lower case.
  public static var name: String { "appear" }

  /// What appears.
  public let place: Place

  /// Creates an appearance.
  public init(_ scope: Scope, scene: SceneID = .main) {
    place = Place(scope: scope, scene: scene)
  }
}

/// A scope appears for the first time in this process, in whatever scene.
///
/// The bus derives it right before the ``Appear``; nobody can post it. The memory is the bus's, never a view's; it ends with
/// ``LifecycleBus/forget(_:)``.
public struct FirstAppear: DeliverableEvent, Codable {
  /// The name in timelines and JSON.
  public static var name: String { "firstAppear" }

  /// What appears.
  public let place: Place

  package init(_ place: Place) {
    self.place = place
  }
}

/// A scope that was present in a scene goes away.
///
/// One that is not present there is dropped: its receipt says ``Receipt/Disposition/dropped``.
public struct Disappear: LifecycleEvent, Codable {
  /// The same as the type's name in lower case.
  public static var name: String { "disappear" }

  /// What goes away.
  public let place: Place

  /// Creates a disappearance.
  public init(_ scope: Scope, scene: SceneID = .main) {
    place = Place(scope: scope, scene: scene)
  }
}

/// A scope in a scene.
public struct Place: Hashable, Sendable, Codable {
  /// What it is.
  public let scope: Scope
  /// The window that it is in.
  public let scene: SceneID

  /// Creates a place.
  public init(scope: Scope, scene: SceneID) {
    self.scope = scope
    self.scene = scene
  }
}

/// An event that has a place: ``Appear``, ``FirstAppear`` and ``Disappear``.
public protocol PlacedEvent: DeliverableEvent {
  /// What the event is about, and where.
  var place: Place { get }
}

extension PlacedEvent {
  /// The scope of the place.
  public var scope: Scope? { place.scope }
  /// The scene of the place.
  public var scene: SceneID { place.scene }
}

extension Appear: PlacedEvent {}
extension FirstAppear: PlacedEvent {}
extension Disappear: PlacedEvent {}

/// An own event without a type: a name and texts.
///
/// Each name is a kind of its own, written `custom:NAME`.
public struct Custom: LifecycleEvent, Codable {
  /// The name of all untyped events together.
  public static var name: String { "custom" }

  /// What happened, such as `signedOut`.
  public let name: String

  /// Whatever belongs to it.
  public let attributes: [String: String]

  /// What `once: .perKey` counts by.
  public let onceKey: String?

  /// Creates an own event.
  public init(_ name: String, attributes: [String: String] = [:], onceKey: String? = nil) {
    self.name = name
    self.attributes = attributes
    self.onceKey = onceKey
  }
}
