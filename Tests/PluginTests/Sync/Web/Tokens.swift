import Lifebus
import Synchronization

/// Gives `ALICE-1`, and so on, to whoever asks; another one in place of one that was refused.
final class Tokens: TokenSource {
  private struct State {
    var user: String
    var number = 1
    var trouble: TokenTrouble?
    var asked = 0
  }

  private let state: Mutex<State>

  private let isLast: Bool

  /// Has tokens for everybody who asks, or what is against it; if the token is the last, no other follows one that was refused.
  init(of user: String = "alice", trouble: TokenTrouble? = nil, isLast: Bool = false) {
    state = Mutex(State(user: user, trouble: trouble))
    self.isLast = isLast
  }

  /// How often it was asked.
  var asked: Int { state.withLock { $0.asked } }

  /// Gives tokens of another user from now on.
  func become(_ user: String) { state.withLock { $0.user = user } }

  func accessToken(insteadOf refused: AccessToken?) async throws -> AccessToken {
    try state.withLock { state in
      state.asked += 1
      if let trouble = state.trouble { throw trouble }
      if isLast, refused != nil { throw TokenTrouble.signedOut("the session cannot be refreshed") }
      if let refused, refused.secret.text.hasSuffix("-\(state.number)") { state.number += 1 }
      return AccessToken(secret: Secret("\(state.user.uppercased())-\(state.number)"), user: state.user)
    }
  }
}
