internal import Lifebus
internal import LifebusJSON

/// What a token server grants (RFC 6749 §5.1).
///
/// It is read as generously as is safe: the server has used up the old refresh token when it answers, so an answer that is
/// refused is a session that is lost.
struct TokenGrant: Sendable {
  /// Seconds that a token is taken to live if the answer does not say, or gives no such number.
  static let shortLifetime: Double = 300
  /// Seconds that a token is taken to live at most.
  private static let longest: Double = 366 * 86_400

  let accessToken: Secret
  /// Nil: the old one is good for the next time, too.
  let refreshToken: Secret?
  /// In seconds.
  let lifetime: Double

  init(_ body: [UInt8]) throws(TokenTrouble) {
    guard let object = JSONObject(parsing: body) else { throw Self.trouble("is no JSON object") }
    guard let accessToken = object.text("access_token"), Self.isToken(accessToken) else {
      throw Self.trouble("has no 'access_token'")
    }
    guard object.text("token_type")?.lowercased() ?? "bearer" == "bearer" else {
      throw Self.trouble("has a 'token_type' that is not 'Bearer'")
    }
    self.accessToken = Secret(accessToken)
    refreshToken = object.text("refresh_token").flatMap { Self.isToken($0) ? Secret($0) : nil }
    let lifetime = object.decimal("expires_in") ?? object.text("expires_in").flatMap(Double.init)
    self.lifetime = lifetime.flatMap { $0.isFinite && $0 >= 0 ? min($0, Self.longest) : nil } ?? Self.shortLifetime
  }

  /// Whether a text can stand in a header as it is.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
  }

  private static func trouble(_ problem: String) -> TokenTrouble {
    .unavailable("the token server's answer \(problem)")
  }
}
