internal import Lifebus

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension AuthGatePlugin {
  /// Gives the gate the verdict that the store's session leads to, and refreshes the session if it is time.
  func look() async {
    guard let stored = giveVerdict() else { return }
    // What it ends with is told and acted upon where it ends.
    _ = try? await refresh(stored)
  }

  /// Gives the verdict, or arranges another look; the session, if it is to be refreshed.
  ///
  /// The decision begins before the store is read, so that it comes to nothing if another overtakes it.
  private func giveVerdict() -> StoredSession? {
    cancelRetry()
    guard !isStopped, let gate else { return nil }
    let decision = gate.decide()
    switch judge() {
    case .session(let stored):
      storeTrouble.end()
      return giveVerdict(on: stored, decision)
    case .closed(let reason):
      storeTrouble.end()
      decision.close(reason)
    case .unknown(let trouble):
      if storeTrouble.isNews(trouble) {
        log("\(store.name) cannot be read: \(trouble); the gate stays as it is, next look in \(pause)")
      }
      lookAgain(after: pause)
    }
    return nil
  }

  private func giveVerdict(on stored: StoredSession, _ decision: Gate.Decision) -> StoredSession? {
    let isFresh = lasts(stored, for: margin)
    if isFresh || lasts(stored, for: .zero) {
      open(for: stored.user, decision)
    } else if !canRefresh(stored) {
      decision.close("expired at \(stored.expiresAt.formatted(.iso8601))")
    }
    return isFresh || !canRefresh(stored) ? nil : stored
  }

  private func open(for user: String, _ decision: Gate.Decision) {
    let identity = Identity(user)
    guard decision.open(identity), let gate else { return }
    let next = gate.decide()
    // A refresh that is on its way is not overtaken by the plugin's own verdict; by one that followed it at once, it is.
    if gate.current == .open(identity) { refresh.decision = next }
  }

  func lasts(_ stored: StoredSession, for time: Duration) -> Bool {
    stored.expiresAt.timeIntervalSince(now()) > time / .seconds(1)
  }

  func canRefresh(_ stored: StoredSession) -> Bool { endpoint != nil && stored.refreshToken != nil }

  /// Reads the store, and says what its content leads to.
  func judge() -> Judgement {
    switch store.read() {
    case .absent: return .closed("signed out")
    case .unreadable(let trouble): return .unknown(trouble)
    case .bytes(let bytes, let isPrivate):
      if !isPrivate { warnOfMode() }
      if let ended, ended.bytes == bytes { return .closed(ended.reason) }
      return Judgement(of: bytes)
    }
  }

  private func warnOfMode() {
    guard !hasWarnedOfMode else { return }
    hasWarnedOfMode = true
    log("\(store.name) can be read by others: give it the mode 0600")
  }
}
