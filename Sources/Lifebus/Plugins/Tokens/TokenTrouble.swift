/// Why there is no token, in words that hold nothing of one.
public enum TokenTrouble: Error, Equatable, CustomStringConvertible {
  /// Nobody is in, or somebody else than when the token was asked for.
  case signedOut(String)
  /// The server has said that the session is over.
  case refused(String)
  /// There is none now; it is worth asking again, and not before the time is over that a server wants.
  case unavailable(String, retryAfter: Duration? = nil)

  /// The reason.
  public var description: String {
    switch self {
    case .signedOut(let reason), .refused(let reason), .unavailable(let reason, _): reason
    }
  }
}
