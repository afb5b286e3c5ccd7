public import Lifebus

extension AuthGatePlugin: TokenSource {
  /// The stored session's token, refreshed if it is time.
  ///
  /// While the server cannot be asked, a token that is valid yet is given as it is.
  public func accessToken(insteadOf refused: AccessToken?) async throws -> AccessToken {
    let stored = try session()
    let isGood = lasts(stored, for: .zero) && stored.accessToken != refused
    if isGood, lasts(stored, for: margin) || !canRefresh(stored) { return stored.accessToken }
    do {
      return try await refresh(stored)
    } catch TokenTrouble.unavailable where isGood {
      return stored.accessToken
    }
  }

  /// Refreshes the session, however long it lasts; a refresh that has ended since somebody asked is the one.
  ///
  /// - Parameter time: When that was, on the bus's clock.
  /// - Throws: ``TokenTrouble``, that of the refresh that has ended too; `CancellationError` if the calling task is cancelled.
  func refresh(askedAt time: Duration) async throws {
    let stored = try session()
    guard let ending = refresh.latest, ending.answers(time, for: stored) else {
      _ = try await refresh(stored)
      return
    }
    if let trouble = ending.trouble { throw trouble }
  }

  /// Removes the session from the store, and closes the gate; also if it cannot be removed, which is an error.
  func signOut() throws {
    cancelRetry()
    refresh.unsaved = nil
    defer { gate?.close("signed out") }
    do throws(StoreTrouble) {
      try store.remove()
    } catch {
      if case .bytes(let bytes, _) = store.read() { ended = (bytes, "signed out") }
      throw TokenTrouble.unavailable("\(store.name) cannot be removed: \(error.reason)")
    }
  }

  private func session() throws(TokenTrouble) -> StoredSession {
    switch judge() {
    case .session(let stored): return stored
    case .closed(let reason): throw .signedOut(reason)
    case .unknown(let trouble): throw .unavailable("\(store.name) cannot be read: \(trouble)")
    }
  }
}
