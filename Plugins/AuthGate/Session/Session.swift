internal import Lifebus

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A session as it is stored; `refreshToken` may be missing.
struct Session: Sendable {
  let user: String
  let accessToken: Secret
  let refreshToken: Secret?
  let expiresAt: Date

  /// Reads the JSON of a session.
  ///
  /// - Throws: ``SessionTrouble``, which names a field and never quotes one.
  init(_ bytes: [UInt8]) throws(SessionTrouble) {
    let stored: Stored
    do {
      stored = try JSONDecoder().decode(Stored.self, from: Data(bytes))
    } catch {
      throw SessionTrouble(error)
    }
    guard !stored.user.isEmpty else { throw SessionTrouble(reason: "its field 'user' is empty") }
    guard !stored.accessToken.isEmpty else { throw SessionTrouble(reason: "its field 'accessToken' is empty") }
    guard let time = try? Date(stored.expiresAt, strategy: .iso8601) else {
      throw SessionTrouble(reason: "its field 'expiresAt' is no time of ISO 8601")
    }
    user = stored.user
    accessToken = Secret(stored.accessToken)
    refreshToken = stored.refreshToken.map(Secret.init)
    expiresAt = time
  }

  private struct Stored: Decodable {
    let user: String
    let accessToken: String
    let refreshToken: String?
    let expiresAt: String
  }
}

/// Why bytes are no session, in words that hold nothing of them.
struct SessionTrouble: Error {
  let reason: String
}

extension SessionTrouble {
  /// A decoder's error without what it quotes.
  init(_ error: any Error) {
    switch error {
    case DecodingError.keyNotFound(let key, _):
      reason = "its field '\(key.stringValue)' is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      reason = context.codingPath.last.map { "its field '\($0.stringValue)' is no text" } ?? "it is no JSON object"
    default:
      reason = "it is not whole JSON"
    }
  }
}
