/// What a clause wants, without its body.
@usableFromInline
struct ClauseTraits: Sendable {
  /// What the clause is for, before its registration turns it into a number.
  enum Selector: Sendable {
    case any
    case custom(String)
    case type(any DeliverableEvent.Type)
  }

  let selector: Selector
  let scope: String?
  private(set) var once: Once
  private(set) var keep: Keep
  let origin: Origin
  let key: ClauseKey
  @usableFromInline let filter: (@Sendable (Entry) -> Bool)?
  /// Set at registration.
  @usableFromInline var kind: KindID = 0
  @usableFromInline var scopeName: ScopeNameID = 0

  @usableFromInline
  init<Event: DeliverableEvent>(
    _ type: Event.Type, named customName: String?, scope: String?, filter: (@Sendable (Event) -> Bool)?, once: Once, keep: Keep,
    origin: Origin, name: String?
  ) {
    switch (Event.family, customName) {
    case (.any, _): selector = .any
    case (.custom, .some(let name)): selector = .custom(name)
    // All names of `Custom`: a clause for everything, narrowed by its filter.
    case (.custom, .none): selector = .any
    default: selector = .type(type)
    }
    self.scope = scope
    self.once = once
    self.keep = keep
    self.origin = origin
    key = ClauseKey(kind: customName.map { "custom:\($0)" } ?? Event.name, name: name)
    let isCustomOfAnyName = Event.family == .custom && customName == nil
    self.filter =
      switch (filter, isCustomOfAnyName) {
      case (.none, false): nil
      case (.none, true): { $0.family == .custom }
      case (.some(let filter), true): { $0.family == .custom && filter(Event.read(from: $0)) }
      case (.some(let filter), false): { filter(Event.read(from: $0)) }
      }
  }

  /// The type that it is for, if that cannot be stored.
  var unstorableType: String? {
    guard case .type(let type) = selector, !(type is any Codable.Type) else { return nil }
    return type.name
  }

  /// The kind as ``LedgerInterest`` names it.
  var interest: String {
    switch selector {
    case .any, .custom: key.kind
    case .type(let type): type.family == .own ? "custom:\(type.name)" : type.name
    }
  }

  /// The same clause, called for whatever comes.
  var unconditional: ClauseTraits {
    var traits = self
    traits.once = .everyTime
    traits.keep = .every
    return traits
  }

  /// The application's own type that it is for, if it is for one.
  var ownType: String? {
    guard case .type(let type) = selector, type.family == .own else { return nil }
    return type.name
  }

  /// True if nothing that the clause is called for is kept at all costs.
  var mayAlwaysDrop: Bool {
    guard once == .everyTime, keep == .every else { return false }
    switch selector {
    case .any: return false
    case .custom: return true
    case .type(let type): return type.family != .launch && type.family != .firstAppear
    }
  }

  @inlinable
  func matches(_ kind: KindID, _ scopeName: ScopeNameID, _ entry: Unmanaged<Entry>) -> Bool {
    guard self.kind == kind || self.kind < 0, self.scopeName == 0 || self.scopeName == scopeName else { return false }
    guard let filter else { return true }
    return entry._withUnsafeGuaranteedRef { filter($0) }
  }
}

/// A kind of event that a handler is still to come for; see ``LifecycleBus/reserve(_:for:policy:)``.
public struct KindSelector: Sendable {
  let traits: ClauseTraits

  /// A type of event; ``AnyEvent`` for all.
  public static func type<Event: DeliverableEvent>(_ type: Event.Type) -> KindSelector {
    KindSelector(traits: ClauseTraits(type, named: nil))
  }

  /// The untyped events of one name.
  public static func custom(_ name: String) -> KindSelector {
    KindSelector(traits: ClauseTraits(Custom.self, named: name))
  }
}

extension ClauseTraits {
  init<Event: DeliverableEvent>(_ type: Event.Type, named name: String?) {
    self.init(
      type, named: name, scope: nil, filter: nil, once: .everyTime, keep: .every, origin: .anyProcess, name: nil)
  }
}

/// What a once-key belongs to beside its handler: the clause's kind, and its name where it has one.
///
/// Code that is rearranged keeps its keys.
struct ClauseKey: Hashable, Sendable {
  let kind: String
  let name: String?
}
