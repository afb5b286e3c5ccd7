internal import Lifebus

/// The tokens of one run: those of whoever is in, and nobody else's.
struct RunTokens {
  private let source: (any TokenSource)?
  private let visit: Visit
  /// What was asked for in vain: nobody is asked for the same twice in a run.
  private var vain: [(refused: AccessToken?, trouble: TokenTrouble)] = []

  init(from source: (any TokenSource)?, for visit: Visit) {
    self.source = source
    self.visit = visit
  }

  /// A token, and another one than that which a server has refused.
  ///
  /// - Throws: ``TokenTrouble`` if there is none; any other error ends the run.
  mutating func token(insteadOf refused: AccessToken?) async throws -> AccessToken {
    if let known = vain.first(where: { $0.refused == refused }) { throw known.trouble }
    do {
      return try await ask(insteadOf: refused)
    } catch let trouble as TokenTrouble {
      vain.append((refused, trouble))
      throw trouble
    }
  }

  private func ask(insteadOf refused: AccessToken?) async throws -> AccessToken {
    guard let source else { throw TokenTrouble.unavailable("nobody gives one") }
    let token = try await source.accessToken(insteadOf: refused)
    try visit.check()
    guard Identity(token.user) == visit.user else { throw TokenTrouble.signedOut("it is of somebody else than who is in") }
    return token
  }
}
