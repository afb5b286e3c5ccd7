internal import Lifebus
internal import LifebusJSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A session with the bytes that the store holds of it.
struct StoredSession: Sendable {
  let bytes: [UInt8]
  let user: String
  let refreshToken: Secret?
  let expiresAt: Date
  private let secret: Secret

  /// Reads a store's bytes.
  ///
  /// - Throws: ``SessionTrouble``, which names a field and never quotes one.
  init(_ bytes: [UInt8]) throws(SessionTrouble) {
    let session = try Session(bytes)
    self.init(
      bytes: bytes, user: session.user, secret: session.accessToken, refreshToken: session.refreshToken,
      expiresAt: session.expiresAt)
  }

  private init(bytes: [UInt8], user: String, secret: Secret, refreshToken: Secret?, expiresAt: Date) {
    self.bytes = bytes
    self.user = user
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
    self.secret = secret
  }

  /// Sees to it that the bytes can be read back.
  func check() throws(StoreTrouble) {
    do throws(SessionTrouble) { _ = try StoredSession(bytes) } catch {
      throw StoreTrouble(reason: "of the new session \(error.reason)")
    }
  }

  var accessToken: AccessToken { AccessToken(secret: secret, user: user) }

  /// The session with what a token server granted; what else the bytes say stays, and the old refresh token where there is no
  /// new one.
  func renewed(with grant: TokenGrant, at time: Date) -> StoredSession {
    let refreshToken = grant.refreshToken ?? refreshToken
    let expiresAt = time.addingTimeInterval(grant.lifetime)
    let new: [(String, String?)] = [
      ("user", user), ("accessToken", grant.accessToken.text), ("refreshToken", refreshToken?.text),
      ("expiresAt", expiresAt.formatted(.iso8601)),
    ]
    var object = JSONObject()
    for (key, text) in new { if let text { _ = object.append(key, .string(text)) } }
    for member in JSONObject(parsing: bytes)?.members ?? [] { _ = object.append(member.key, member.value) }
    return StoredSession(
      bytes: Array(JSONValue.object(object).json.utf8) + [0x0A], user: user, secret: grant.accessToken,
      refreshToken: refreshToken, expiresAt: expiresAt)
  }
}
