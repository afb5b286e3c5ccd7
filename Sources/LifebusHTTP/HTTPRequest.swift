internal import Foundation
package import Lifebus

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What to ask a server for, and how much of its time and bytes to take.
package struct HTTPRequest: Sendable {
  /// Where to.
  package var address: WebAddress
  /// What the server is told beside the address; `Host` and the like are the client's own.
  package var headers: [String: String] = [:]
  /// What is sent, as a `POST`; nil: it is a `GET`.
  package var body: Secret?
  /// How long all of it may take, redirects and the last byte included (30 seconds).
  package var timeout: Duration = .seconds(30)
  /// Bytes that the answer's body may have, unpacked (1 MiB).
  package var bodyLimit = 1 << 20
  /// Redirects that are followed (5).
  package var redirectLimit = 5

  /// Creates a request with the limits that are the default.
  package init(_ address: WebAddress, headers: [String: String] = [:], body: Secret? = nil) {
    self.address = address
    self.headers = headers
    self.body = body
  }

  /// Lets the request say who asks.
  package mutating func authorize(with token: AccessToken) {
    headers["Authorization"] = "Bearer \(token.secret.text)"
  }

  func at(_ address: WebAddress) throws(HTTPTrouble) -> URLRequest {
    var request = URLRequest(url: address.url)
    request.httpMethod = body == nil ? "GET" : "POST"
    request.httpBody = body.map { Data($0.text.utf8) }
    // The session's own time-out, which is between two parts of an answer, must not come before that of the whole.
    request.timeoutInterval = timeout / .seconds(1) + 60
    for (name, value) in headers {
      guard value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else { throw .header(name) }
      request.setValue(value, forHTTPHeaderField: name)
    }
    return request
  }
}
