internal import Lifebus
internal import LifebusSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension AuthGatePlugin {
  /// Refreshes a session, or joins the refresh of it that is on its way.
  ///
  /// - Throws: ``TokenTrouble``; `CancellationError` if the calling task is cancelled.
  func refresh(_ stored: StoredSession) async throws -> AccessToken {
    guard let endpoint, let token = stored.refreshToken else {
      throw TokenTrouble.signedOut("the session cannot be refreshed")
    }
    if let rest = backOff.rest(at: now()) {
      lookAgain(after: rest)
      throw TokenTrouble.unavailable("the token server wants to be left alone", retryAfter: rest)
    }
    let attempt = refresh.running[token] ?? begin(token)
    return try await flights.join(attempt) { try await self.fly(stored, token, to: endpoint) }
  }

  private func begin(_ token: Secret) -> Refresh.Attempt {
    refresh.decision = gate?.decide()
    return refresh.begin(token)
  }

  /// Waits until no refresh is on its way.
  func landFlights() async {
    for attempt in refresh.running.values {
      _ = try? await flights.join(attempt) { throw CancellationError() }
    }
  }

  private func fly(_ stored: StoredSession, _ token: Secret, to endpoint: TokenEndpoint) async throws -> AccessToken {
    defer { refresh.running[token] = nil }
    do throws(TokenTrouble) {
      let new = try await renewed(stored, token, by: endpoint)
      let token = try adopt(new, insteadOf: stored)
      refresh.latest = Refresh.Ending(time: busTime, session: new.bytes, trouble: nil)
      return token
    } catch {
      refresh.latest = Refresh.Ending(time: busTime, session: stored.bytes, trouble: error)
      note(error, of: stored)
      throw error
    }
  }

  private func renewed(
    _ stored: StoredSession, _ token: Secret, by endpoint: TokenEndpoint
  ) async throws(TokenTrouble) -> StoredSession {
    if let unsaved = refresh.unsaved, unsaved.old == stored.bytes { return unsaved.new }
    let time = now()
    return stored.renewed(with: try await endpoint.grant(for: token, at: time), at: time)
  }

  /// Stores the new session, and then opens the gate; neither if somebody has signed out or in meanwhile.
  private func adopt(_ new: StoredSession, insteadOf old: StoredSession) throws(TokenTrouble) -> AccessToken {
    refresh.unsaved = nil
    guard refresh.decision?.isOvertaken != true, try store(new, insteadOf: old) else {
      throw .signedOut("the user has changed while the session was refreshed")
    }
    margin = min(margin, .seconds(max(new.expiresAt.timeIntervalSince(now()), 0) / 2))
    backOff.reset()
    serverTrouble.end()
    (refresh.decision ?? gate?.decide())?.open(Identity(new.user))
    return new.accessToken
  }

  private func store(_ new: StoredSession, insteadOf old: StoredSession) throws(TokenTrouble) -> Bool {
    do throws(StoreTrouble) {
      try new.check()
      return try store.replace(old.bytes, with: new.bytes)
    } catch {
      refresh.unsaved = (old.bytes, new)
      throw .unavailable("\(store.name) cannot be written: \(error.reason)")
    }
  }

  private func note(_ trouble: TokenTrouble, of stored: StoredSession) {
    switch trouble {
    case .signedOut: break
    case .refused(let reason): end(stored, reason)
    case .unavailable(let reason, let wish):
      let wait = backOff.wait(for: wish, at: now())
      if serverTrouble.isNews(reason) {
        log("the session is not refreshed: \(reason); the gate stays as it is, next try in \(wait.brief)")
      }
      lookAgain(after: wait)
    }
  }

  /// Closes the gate, if the store still holds the session that was refused.
  private func end(_ stored: StoredSession, _ reason: String) {
    guard case .bytes(stored.bytes, _) = store.read(), refresh.decision?.isOvertaken != true else { return }
    ended = (stored.bytes, reason)
    log("the session is over: \(reason); sign in again")
    (refresh.decision ?? gate?.decide())?.close(reason)
  }
}
