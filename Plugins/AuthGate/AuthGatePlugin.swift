public import Lifebus
internal import Synchronization

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
/// | holds a session that has expired, and cannot be refreshed | closes: `expired at …` |
/// | holds one that has expired, or nearly has, and can be refreshed | see below |
/// | cannot be read, or is half written | keeps its verdict, pending at first; the plugin looks again after `retrySeconds` |
///
/// The store is the file of the option `session`, or `session.json` in the plugin's own folder: in a host
/// `STATE/plugins/auth-gate/session.json`. Whoever signs somebody in makes the folder and writes the file, beside its place and then
/// renamed, with the mode 0600: one that others can read is used, and told. It is one JSON object of at most 65 536 bytes:
///
/// | its field | holds |
/// |---|---|
/// | `user` | the account's name: the gate opens for it, byte for byte |
/// | `accessToken` | what servers take |
/// | `expiresAt` | when they take it no more: `2030-01-01T00:00:00Z` (ISO 8601) |
/// | `refreshToken` | what the token server takes for a new one; may be missing |
/// | anything else | is kept as it is |
///
/// With `tokenURL` and `clientID` a session with a refresh token is refreshed: at launch and at an entry if it ends within
/// `leewaySeconds`, and when another handler asks. Whoever asks while a refresh is on its way waits for that one, and ends as it does.
/// A new session that could not be read back is not written: the old one stays, and it is told.
///
/// | the token server | the gate |
/// |---|---|
/// | grants a token | opens, when the new session is on the disk |
/// | answers 400 with `invalid_grant`, or 401 | closes, until the store holds another session |
/// | answers anything else, or not at all | keeps its verdict: open, also beyond the session's end, or pending up to its limit |
///
/// After the last row the plugin asks again: after `retrySeconds`, doubled each time up to five minutes, and not before the time
/// is over that the server wants (`Retry-After`).
///
/// | the event `custom:…` | what the plugin does |
/// |---|---|
/// | `auth-gate.signedIn`: the store holds a new session | looks at the store |
/// | `auth-gate.signedOut`: the user has left | removes the session from the store, and closes the gate |
/// | `auth-gate.refresh`: a server did not take the token | refreshes the session; the delivery fails if that does |
///
/// Events never carry a token: whoever signs somebody in writes the store first. A user who follows another at once is a
/// `signedIn` alone: a `signedOut` that has not settled could remove the new session. The first two go to a handler of their own,
/// `auth-gate-session`, because a sign-out waits for no server. A refresh that ends after it changes neither store nor gate.
///
/// A refresh token is good for one time. If the process is killed, or the answer lost, after the server has used it up and before
/// the new one is on the disk, the next refresh is refused: the gate closes, and the user signs in again.
///
/// What ran behind the gate is cancelled when it closes. Nothing of a token is ever written elsewhere, logged or thrown.
public actor AuthGatePlugin: LifecyclePlugin {
  /// `auth-gate`.
  public static let pluginID: HandlerID = "auth-gate"

  let store: any SessionStore
  let endpoint: TokenEndpoint?
  let pause: Duration
  let now: @Sendable () -> Date
  let log: @Sendable (String) -> Void
  private let limit: GateOptions.Limit
  private let clock: any Clock<Duration>
  private let home = Mutex(Home())

  let flights = SingleFlight<Refresh.Attempt, AccessToken>()
  var refresh = Refresh()
  var backOff: BackOff
  /// How long before its end a session is refreshed: the option, and not more than half of what the server last granted, so that
  /// a new token is never one to refresh.
  var margin: Duration
  var storeTrouble = Trouble()
  var serverTrouble = Trouble()
  var hasWarnedOfMode = false
  /// A session that the store still holds and that is over.
  var ended: (bytes: [UInt8], reason: String)?
  private var retry: Task<Void, Never>?
  private(set) var isStopped = false

  /// Creates the plugin; reads nothing yet.
  ///
  /// - Throws: ``AuthGateError`` for an option that makes no sense.
  public init(options: Options, context: PluginContext) throws {
    try self.init(options: options, context: context, clock: ContinuousClock(), now: { Date() })
  }

  /// Creates the plugin on a clock of its own for the time between two looks, a calendar of its own for expiry, and another
  /// store than a file, if it is given one.
  package init(
    options: Options, context: PluginContext, store: (any SessionStore)? = nil, clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Date
  ) throws {
    self.store = store ?? PrivateFile(path: options.sessionPath(in: context))
    endpoint = try options.endpoint(in: context)
    margin = try options.leeway()
    limit = try options.limit()
    pause = try options.retryPause()
    backOff = BackOff(first: pause)
    self.clock = clock
    self.now = now
    log = context.log
  }

  deinit { retry?.cancel() }

  /// Registers the owner of the gate, and who hears of sign-in and sign-out; both on threads of their own because they read and
  /// write files.
  public nonisolated func register(on bus: LifecycleBus) throws {
    home.withLock { $0.bus = bus }
    let gate = GateOptions(limit: limit, onClose: .cancelRunning)
    try bus.register(self, policy: Policy(runsOn: .ownThread, gate: gate)) { on in
      on(Launch.self) { plugin, _ in await plugin.look() }
      on(PhaseChanged.self, where: \.isEntry, keep: .latest) { plugin, _ in await plugin.look() }
      on(Custom.self, named: "auth-gate.refresh") { plugin, delivery in
        try await plugin.refresh(askedAt: delivery.time)
      }
    }
    try SessionEvents(of: self).register(on: bus)
  }

  /// Ends the looking, and waits for a refresh that is on its way; the verdict stays.
  public func stop() async {
    isStopped = true
    cancelRetry()
    await landFlights()
  }

  /// The gate, while there is a bus.
  var gate: Gate? { home.withLock { $0.bus }?.gate(Self.pluginID) }

  /// The time on the bus's clock.
  var busTime: Duration { .seconds(home.withLock { $0.bus }?.snapshot().time ?? 0) }

  /// The bus that the plugin is registered on, which it does not keep.
  private struct Home {
    weak var bus: LifecycleBus?
  }
}

// MARK: Looking again

extension AuthGatePlugin {
  func cancelRetry() { retry?.cancel() }

  /// Looks again after a time, in a task that does not keep the plugin; in place of an earlier such look.
  func lookAgain(after wait: Duration) {
    retry?.cancel()
    guard !isStopped else { return }
    retry = Task.detached { [weak self, clock] in
      do { try await clock.sleep(for: wait) } catch { return }
      await self?.retryLook()
    }
  }

  private func retryLook() async {
    // A look that came while this one waited for the actor has cancelled it.
    guard !Task.isCancelled else { return }
    retry = nil
    await look()
  }
}
