internal import Lifebus
internal import LifebusHTTP
internal import LifebusJSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A server that gives a new token for a refresh token (RFC 6749 §6), and who asks it.
struct TokenEndpoint: Sendable {
  let address: WebAddress
  let clientID: String
  let clientSecret: ClientSecret?
  let scope: String?
  let timeout: Duration

  /// Asks once.
  ///
  /// Only an answer that says so is ``TokenTrouble/refused(_:)``; all else that is no grant is worth another try.
  func grant(for token: Secret, at now: Date) async throws(TokenTrouble) -> TokenGrant {
    let response = try await send(try request(for: token))
    let body = Array(response.body)
    switch (response.head.status, errorCode(in: body)) {
    case (200, _): return try TokenGrant(body)
    case (400, "invalid_grant"): throw .refused("the token server says that the session is over (invalid_grant)")
    case (401, let code): throw .refused("the token server does not let it be refreshed (401\(code.map { ", \($0)" } ?? ""))")
    case (let status, let code):
      throw .unavailable(
        "the token server answered \(status)\(code.map { " (\($0))" } ?? "")", retryAfter: response.head.retryAfter(at: now))
    }
  }

  private func send(_ request: HTTPRequest) async throws(TokenTrouble) -> HTTPResponse {
    // No connection outlives a request: on one that was used before, a request that gets no answer is sent once more unasked, and
    // a refresh token is good for one time.
    let client = HTTPClient()
    do { return try await client.send(request) } catch { throw .unavailable("the token server was asked, and \(error)") }
  }

  private func request(for token: Secret) throws(TokenTrouble) -> HTTPRequest {
    var fields = [("grant_type", "refresh_token"), ("refresh_token", token.text)]
    if let scope { fields.append(("scope", scope)) }
    var request = HTTPRequest(
      address, headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"])
    if let clientSecret {
      let name = "\(FormText.encoded(clientID)):\(FormText.encoded(try clientSecret.read().text))"
      request.headers["Authorization"] = "Basic \(Data(name.utf8).base64EncodedString())"
    } else {
      fields.append(("client_id", clientID))
    }
    request.body = Secret(fields.map { "\($0)=\(FormText.encoded($1))" }.joined(separator: "&"))
    request.timeout = timeout
    request.bodyLimit = PrivateFile.maxBytes
    return request
  }

  /// The error that an answer names, if it is one of the protocol's (RFC 6749 §5.2): nothing else of it is quoted.
  private func errorCode(in body: [UInt8]) -> String? {
    let known = [
      "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope",
    ]
    return JSONObject(parsing: body)?.text("error").flatMap { known.contains($0) ? $0 : nil }
  }
}
