/// A token that a server takes as proof of who asks (RFC 6750), and whose it is.
public struct AccessToken: Sendable, Equatable {
  /// What stands behind `Bearer` in a request's `Authorization`.
  public let secret: Secret
  /// The account, as the gate names it: its ``Identity``.
  public let user: String

  /// Creates a token.
  public init(secret: Secret, user: String) {
    self.secret = secret
    self.user = user
  }

  /// By the bytes of both.
  public static func == (left: AccessToken, right: AccessToken) -> Bool {
    left.secret == right.secret && left.user.hasBytes(of: right.user)
  }
}
