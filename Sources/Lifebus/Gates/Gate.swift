/// What a gate's owner has decided.
public enum Verdict: Sendable, Equatable, CustomStringConvertible {
  /// Nothing yet.
  case pending
  /// Whoever is named is in; what waits behind the gate runs.
  case open(Identity)
  /// Nobody is in, for the reason that the text gives.
  case closed(String)
  /// No verdict came within the gate's limit; one that comes later counts.
  case timedOut

  /// `pending`, `open`, `closed` or `timedOut`.
  public var word: String {
    switch self {
    case .pending: "pending"
    case .open: "open"
    case .closed: "closed"
    case .timedOut: "timedOut"
    }
  }

  /// The word, and for whom or why.
  public var description: String {
    switch self {
    case .pending, .timedOut: word
    case .open(let identity): "open(\(identity))"
    case .closed(let reason): reason.isEmpty ? word : "closed(\(reason))"
    }
  }
}

/// Who is in: an account, as the gate's owner names it.
public struct Identity: TextID {
  /// The account's name.
  public let rawValue: String

  /// Creates an identity from a text.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// By the bytes: names that differ and look the same are two accounts.
  public static func == (left: Identity, right: Identity) -> Bool { left.rawValue.hasBytes(of: right.rawValue) }

  /// By the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: rawValue) }
}

/// A gate, for its owner, who decides, and for whoever waits for its verdict.
///
/// ```swift
/// switch try await bus.gate("auth-gate").verdict() {
/// case .open: showMainScreen()
/// case .closed: showLogin()
/// case .timedOut, .pending: showOffline()
/// }
/// ```
///
/// What was published while one identity was in is never delivered behind the gate to another, unless the handler's policy
/// says `acrossIdentities`. What was published while nobody was in goes to whoever comes.
public struct Gate: Sendable {
  /// The name of the gate, which is its owner's.
  public let id: HandlerID
  let core: Core

  /// The verdict as it stands, without waiting; pending for a gate that nobody owns.
  public var current: Verdict { core.verdict(of: id) }

  /// Waits for the first verdict that is not pending: what a splash screen waits for.
  ///
  /// No thread is blocked.
  ///
  /// - Throws: `CancellationError` if the calling task is cancelled; ``LifebusError/closed`` if the bus is shut down first.
  public func verdict() async throws -> Verdict { try await verdict(otherThan: .pending) }

  /// Waits until the verdict is another one than is known: what a screen that follows the gate waits for.
  ///
  /// It gives the latest verdict: one that was given and taken back in between is not told.
  ///
  /// - Parameter known: The verdict that was told last.
  /// - Returns: The verdict as it stands; at once, if it is another one already.
  /// - Throws: `CancellationError` if the calling task is cancelled; ``LifebusError/closed`` if the bus is shut down first.
  public func verdict(otherThan known: Verdict) async throws -> Verdict { try await core.verdict(of: id, otherThan: known) }

  /// Waits for the first verdict that is not pending, and at most so long: then it is still pending.
  ///
  /// - Throws: `CancellationError` if the calling task is cancelled; ``LifebusError/closed`` if the bus is shut down first.
  public func verdict(within limit: Duration) async throws -> Verdict {
    try await core.verdict(of: id, otherThan: .pending, within: limit)
  }

  /// Opens the gate for an identity; nothing happens if it is open for that one already.
  ///
  /// Open for another, it is closed first.
  public func open(_ identity: Identity) { decide().open(identity) }

  /// Closes the gate.
  public func close(_ reason: String = "") { decide().close(reason) }

  /// Begins a decision that takes time, such as the refresh of a token.
  ///
  /// If another verdict is given before it ends, it comes to nothing: a refresh that ends after the sign-out changes nothing.
  public func decide() -> Decision { Decision(gate: self, stamp: core.verdictStamp(of: id)) }

  /// A decision that was begun; see ``Gate/decide()``.
  public struct Decision: Sendable {
    let gate: Gate
    let stamp: Int

    /// True if another verdict was given since it was begun: then it comes to nothing.
    ///
    /// What must not outlive a sign-out, such as a new token, is stored only while this is false.
    public var isOvertaken: Bool { gate.core.verdictStamp(of: gate.id) != stamp }

    /// Opens the gate; false if the decision was overtaken by another.
    @discardableResult
    public func open(_ identity: Identity) -> Bool { gate.core.decide(gate.id, .open(identity), stamp: stamp) }

    /// Closes the gate; false if the decision was overtaken by another.
    @discardableResult
    public func close(_ reason: String = "") -> Bool { gate.core.decide(gate.id, .closed(reason), stamp: stamp) }
  }
}
