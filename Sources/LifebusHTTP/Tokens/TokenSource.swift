/// Gives whoever sends a request the token that says for whom.
///
/// It stands beside the client and not beside the plugin that gives tokens: who needs one imports neither that plugin nor
/// anything of how a token is come by.
package protocol TokenSource: Sendable {
  /// A token that is valid, and a new one if the last has expired, nearly has, or is the one that a server did not take.
  ///
  /// Whoever asks while a new one is being fetched waits for that one.
  ///
  /// - Parameter refused: A token that a server answered with 401.
  /// - Returns: The token, and whose it is.
  /// - Throws: ``TokenTrouble``; `CancellationError` if the calling task is cancelled.
  func accessToken(insteadOf refused: AccessToken?) async throws -> AccessToken
}

/// A token that a server takes as proof of who asks (RFC 6750), and whose it is.
package struct AccessToken: Sendable, Equatable {
  package let secret: Secret
  /// The account, as the gate names it.
  package let user: String

  package init(secret: Secret, user: String) {
    self.secret = secret
    self.user = user
  }
}

/// Why there is no token, in words that hold nothing of one.
package enum TokenTrouble: Error, Equatable, CustomStringConvertible {
  /// Nobody is in, or somebody else than when the token was asked for.
  case signedOut(String)
  /// The server has said that the session is over.
  case refused(String)
  /// There is none now; it is worth asking again, and not before the time is over that a server wants.
  case unavailable(String, retryAfter: Duration? = nil)

  package var description: String {
    switch self {
    case .signedOut(let reason), .refused(let reason), .unavailable(let reason, _): reason
    }
  }
}
