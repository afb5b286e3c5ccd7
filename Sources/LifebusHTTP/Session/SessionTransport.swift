#if !os(Linux)
  internal import Foundation
  internal import Lifebus

  /// Runs exchanges by the system's session.
  ///
  /// The limit of a body is kept by closing the connection. The session reads on until then, and keeps what it has read.
  final class SessionTransport: Sendable {
    private let session: URLSession
    private let running = SessionTransfers()

    init() {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      configuration.urlCache = nil
      configuration.urlCredentialStorage = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      session = URLSession(configuration: configuration, delegate: running, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    /// Returns the answer's head when all of its body was handed on.
    func run(_ exchange: Exchange) async throws -> HTTPHead {
      let task = session.dataTask(with: try Self.request(for: exchange))
      let transfer = SessionTransfer(of: exchange, by: task)
      running.add(transfer, for: task)
      defer { running.remove(task) }
      return try await transfer.run()
    }

    private static func request(for exchange: Exchange) throws(HTTPTrouble) -> URLRequest {
      var request = URLRequest(url: exchange.address.url)
      request.httpMethod = exchange.request.body == nil ? "GET" : "POST"
      request.httpBody = exchange.request.body.map { Data($0.text.utf8) }
      // The session's own time-out, which is between two parts of an answer, must not come before that of the whole.
      request.timeoutInterval = exchange.request.timeout / .seconds(1) + 60
      for (name, value) in try exchange.headers() { request.setValue(value, forHTTPHeaderField: name) }
      return request
    }
  }
#endif
