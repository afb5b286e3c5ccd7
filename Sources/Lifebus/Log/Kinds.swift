@usableFromInline typealias KindID = Int32
@usableFromInline typealias ScopeNameID = Int32
typealias ScopeID = Int32

/// A small number for each kind of event: comparing two of them is what a cursor does for each event that it passes.
struct Kinds {
  /// Stands for all kinds, in a clause for ``AnyEvent``.
  static let any: KindID = -1

  private var byType: [ObjectIdentifier: KindID] = [:]
  private var byName: [String: KindID] = [:]
  /// The application's own types that were seen.
  private(set) var ownTypes: [any DeliverableEvent.Type] = []
  private var last: (type: ObjectIdentifier, kind: KindID)?
  private(set) var interests: [Interest] = []
  /// Who wants every kind.
  private var wantsAll = SlotSet()

  mutating func id(of type: any DeliverableEvent.Type) -> KindID {
    let key = ObjectIdentifier(type)
    if let last, last.type == key { return last.kind }
    if byType[key] == nil, type.family == .own { ownTypes.append(type) }
    let kind = byType[key] ?? add()
    byType[key] = kind
    last = (key, kind)
    return kind
  }

  mutating func id(ofCustom name: String) -> KindID {
    let kind = byName[name] ?? add()
    byName[name] = kind
    return kind
  }

  private mutating func add() -> KindID {
    interests.append(Interest(slots: wantsAll))
    return KindID(interests.count - 1)
  }

  /// Records that the handler in this slot wants the kind.
  mutating func add(_ slot: Int, to kind: KindID) {
    guard kind == Kinds.any else { return interests[Int(kind)].slots.insert(slot) }
    wantsAll.insert(slot)
    for index in interests.indices { interests[index].slots.insert(slot) }
  }

  /// Forgets what the handler in this slot wanted.
  mutating func remove(_ slot: Int) {
    wantsAll.remove(slot)
    for index in interests.indices { interests[index].slots.remove(slot) }
  }

  /// Who wants a kind.
  struct Interest {
    var slots: SlotSet
  }
}

/// A small number for each scope.
///
/// A scope that was forgotten gets a new one, so its once-keys are free.
struct Scopes {
  private var byScope: [Scope: ScopeID] = [:]
  /// From 1 on: 0 is "whatever scope".
  private var byName: [String: ScopeNameID] = [:]
  private var next: ScopeID = 1
  private var hasAppeared: Set<ScopeID> = []

  mutating func id(of scope: Scope) -> ScopeID {
    if let id = byScope[scope] { return id }
    defer { next += 1 }
    byScope[scope] = next
    return next
  }

  mutating func nameID(of name: String) -> ScopeNameID {
    if let id = byName[name] { return id }
    let id = ScopeNameID(byName.count + 1)
    byName[name] = id
    return id
  }

  /// True the first time that the scope appears.
  mutating func appears(_ id: ScopeID) -> Bool { hasAppeared.insert(id).inserted }

  /// Forgets the scope: the next time that it appears is a first one.
  mutating func forget(_ scope: Scope) {
    guard let id = byScope.removeValue(forKey: scope) else { return }
    hasAppeared.remove(id)
  }
}
