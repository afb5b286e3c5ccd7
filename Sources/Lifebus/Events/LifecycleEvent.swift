/// A fact of an application's life that a handler can be registered for.
///
/// An application's own events conform to ``LifecycleEvent``. Conforming to this protocol alone makes a type that can be
/// delivered and cannot be posted; the bus does so for ``FirstAppear`` and ``PhaseChanged``, which only it derives.
public protocol DeliverableEvent: Sendable {
  /// The stable name of the type: in timelines, JSON and the ledger an own event is `custom:NAME`.
  ///
  /// The default is the type's name in code. Give it explicitly where the type may be renamed.
  static var name: String { get }

  /// The identity of what the event is about, if it has one; `once: .perScope` counts by it.
  var scope: Scope? { get }
}

extension DeliverableEvent {
  /// The type's name in code.
  public static var name: String { String(describing: Self.self) }

  /// No scope.
  public var scope: Scope? { nil }
}

/// An event that anyone may post.
///
/// ```swift
/// struct SignedOut: LifecycleEvent {}
///
/// bus.post(SignedOut())
/// ```
public protocol LifecycleEvent: DeliverableEvent {
  /// What `once: .perKey` counts by, such as an order's number; without one the event has no such key.
  var onceKey: String? { get }
}

extension LifecycleEvent {
  /// No key.
  public var onceKey: String? { nil }
}

/// The rules of the bus that an event is under.
@usableFromInline
enum EventFamily: Sendable {
  /// ``Launch``: once per process.
  case launch
  /// ``Appear``: makes its scope present, and derives ``FirstAppear``.
  case appear
  /// ``FirstAppear``: derived by the bus.
  case firstAppear
  /// ``Disappear``: only of a scope that is present.
  case disappear
  /// ``PhaseChanged``: derived by the bus.
  case phaseChanged
  /// ``Custom``: each name is a kind of its own.
  case custom
  /// An application's own type.
  case own
  /// ``AnyEvent``: a clause for all kinds.
  case any

  /// The family of a type.
  ///
  /// By the type itself and not by a requirement that a type could answer wrongly: events are read without a further check.
  @inlinable
  init<Event: DeliverableEvent>(_ type: Event.Type) {
    self =
      if type == Launch.self { .launch } else if type == Appear.self { .appear } else if type == FirstAppear.self {
        .firstAppear
      } else if type == Disappear.self { .disappear } else if type == PhaseChanged.self {
        .phaseChanged
      } else if type
        == Custom.self
      { .custom } else if type == AnyEvent.self { .any } else { .own }
  }
}

extension DeliverableEvent {
  @inlinable static var family: EventFamily { EventFamily(Self.self) }
}
