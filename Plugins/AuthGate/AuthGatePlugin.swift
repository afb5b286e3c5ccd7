public import Lifebus

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Owns the gate `auth-gate`: open for the user of the stored session, closed while nobody is signed in.
///
/// It looks at the store at launch and at each entry.
///
/// | the store | the gate |
/// |---|---|
/// | holds a session that is valid | opens for its user |
/// | does not exist | closes: `signed out` |
/// | holds a session that has expired | closes: `expired at …` |
/// | cannot be read, or is half written | keeps its verdict, pending at first; the plugin looks again after `retrySeconds` |
///
/// What ran behind the gate is cancelled when it closes. Nothing of a token is ever written, logged or thrown.
public actor AuthGatePlugin: LifecyclePlugin {
  /// `auth-gate`.
  public static let pluginID: HandlerID = "auth-gate"

  private let store: SessionStore
  private let limit: GateOptions.Limit
  private let pause: Duration
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  private let log: @Sendable (String) -> Void

  private var retry: Task<Void, Never>?
  private var isStopped = false
  private var lastTrouble: String?
  private var hasWarnedOfMode = false

  /// Creates the plugin; reads nothing yet.
  ///
  /// - Throws: ``AuthGateError`` for an option that makes no sense.
  public init(options: Options, context: PluginContext) throws {
    try self.init(options: options, context: context, clock: ContinuousClock(), now: { Date() })
  }

  /// Creates the plugin on a clock of its own for the time between two looks, and a calendar of its own for expiry.
  package init(
    options: Options, context: PluginContext, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
  ) throws {
    store = SessionStore(path: options.sessionPath(in: context))
    limit = try options.limit()
    pause = try options.retryPause()
    self.clock = clock
    self.now = now
    log = context.log
  }

  deinit { retry?.cancel() }

  /// Registers the owner of the gate, on a thread of its own because it reads a file.
  public nonisolated func register(on bus: LifecycleBus) throws {
    let gate = GateOptions(limit: limit, onClose: .cancelRunning)
    try bus.register(self, policy: Policy(runsOn: .ownThread, gate: gate)) { on in
      on(Launch.self) { plugin, delivery in plugin.look(at: delivery.gate) }
      on(PhaseChanged.self, where: \.isEntry, keep: .latest) { plugin, delivery in plugin.look(at: delivery.gate) }
    }
  }

  /// Ends the looking; the verdict stays.
  public func stop() async {
    isStopped = true
    retry?.cancel()
  }
}

// MARK: Looking

extension AuthGatePlugin {
  /// Gives the gate the verdict that the store's session leads to, or arranges another look.
  ///
  /// The decision begins before the store is read, so that it comes to nothing if another overtakes it. A refresh of the
  /// token has its place between the two.
  private func look(at gate: Gate?) {
    retry?.cancel()
    guard !isStopped, let gate else { return }
    let decision = gate.decide()
    switch judge(store.read(), at: now()) {
    case .open(let user):
      lastTrouble = nil
      decision.open(Identity(user))
    case .closed(let reason):
      lastTrouble = nil
      decision.close(reason)
    case .unknown(let trouble):
      tell(trouble)
      lookAgain(at: gate)
    }
  }

  private func judge(_ content: SessionStore.Content, at now: Date) -> Judgement {
    switch content {
    case .absent: return .closed("signed out")
    case .unreadable(let trouble): return .unknown(trouble)
    case .bytes(let bytes, let isPrivate):
      if !isPrivate { warnOfMode() }
      return Judgement(of: bytes, at: now)
    }
  }

  /// Looks again after the pause, in a task that does not keep the plugin.
  private func lookAgain(at gate: Gate) {
    retry = Task.detached { [weak self, clock, pause] in
      do { try await clock.sleep(for: pause) } catch { return }
      await self?.retryLook(at: gate)
    }
  }

  private func retryLook(at gate: Gate) {
    // A look that came while this one waited for the actor has cancelled it.
    guard !Task.isCancelled else { return }
    look(at: gate)
  }

  private func tell(_ trouble: String) {
    guard trouble != lastTrouble else { return }
    lastTrouble = trouble
    log("session '\(store.path)' cannot be read: \(trouble); the gate stays as it is, next look in \(pause)")
  }

  private func warnOfMode() {
    guard !hasWarnedOfMode else { return }
    hasWarnedOfMode = true
    log("session '\(store.path)' can be read by others: give it the mode 0600")
  }
}
