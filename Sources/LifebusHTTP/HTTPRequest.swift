package import Lifebus

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
  /// Bytes that the answer's body may have (1 MiB).
  package var bodyLimit = 1 << 20
  /// Redirects that are followed (5).
  package var redirectLimit = 5
  /// Whether the body of an answer with that status is wanted (of each); another answer ends with its head, whatever follows.
  package var keeps: @Sendable (_ status: Int) -> Bool = { _ in true }

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
}
