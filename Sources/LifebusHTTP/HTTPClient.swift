package import Foundation
internal import LifebusThreads

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Sends requests, and sees to it that each of them ends: within its time, with a body within its limit, at its own host.
///
/// | what could happen | what does |
/// |---|---|
/// | the server is silent, or slow without end | ``HTTPTrouble/timedOut(_:)`` when the request's time is over |
/// | it sends more than the request's limit | ``HTTPTrouble/tooLarge(_:)``, and the connection is closed |
/// | it redirects | followed within the origin, for a request without a body, so often as the request says; else an error |
/// | the calling task is cancelled | the connection is closed, and `CancellationError` thrown |
/// | a status such as 404 or 503 | is an answer, and no error |
///
/// Nothing is kept from one request to the next but connections: no cookie, no cache, no credential.
///
/// The limit of a body is kept by closing the connection. On Linux the session reads on until then, as fast as the line gives, and
/// keeps what it has read: about a second's worth on a busy machine.
package final class HTTPClient: Sendable {
  private let session: URLSession
  private let exchanges = Exchanges()

  /// Creates a client without connections.
  package init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// Sends a request, and keeps the answer's body in memory.
  ///
  /// - Throws: ``HTTPTrouble``; `CancellationError` if the calling task is cancelled.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = Lock(Data())
    let head = try await send(request) { _, part in body.withLock { $0.append(part) } }
    return HTTPResponse(head: head, body: body.withLock { $0 })
  }

  /// Sends a request, and hands the answer's body on as it comes.
  ///
  /// Parts that `receive` has not taken yet are kept in memory, within the request's limit; when this returns, nothing more is
  /// handed on.
  ///
  /// - Parameters:
  ///   - request: What to ask for.
  ///   - receive: Takes one part after another, with the head that they belong to; what it throws ends the transfer.
  /// - Returns: The head of the answer, once all of the body was handed on.
  /// - Throws: ``HTTPTrouble``; what `receive` throws; `CancellationError` if the calling task is cancelled.
  package func send(
    _ request: HTTPRequest, receive: @escaping @Sendable (HTTPHead, Data) throws -> Void
  ) async throws -> HTTPHead {
    let deadline = ContinuousClock.now + request.timeout
    var address = request.address
    for _ in 0...request.redirectLimit {
      try ProxyRule().check(address)
      let head = try await transfer(try request.at(address), until: deadline, request) { head, part in
        if head.location == nil { try receive(head, part) }
      }
      guard let location = head.location else { return head }
      guard request.body == nil else { throw HTTPTrouble.redirect("a request with a body is not redirected") }
      address = try address.redirected(to: location)
    }
    throw HTTPTrouble.redirect("it redirects more than \(request.redirectLimit) times")
  }

  private func transfer(
    _ urlRequest: URLRequest, until deadline: ContinuousClock.Instant, _ request: HTTPRequest,
    receive: @escaping @Sendable (HTTPHead, Data) throws -> Void
  ) async throws -> HTTPHead {
    let task = session.dataTask(with: urlRequest)
    let exchange = Exchange(of: task, limits: request, receive: receive)
    exchanges.add(exchange, for: task)
    defer { exchanges.remove(task) }
    return try await exchange.run(until: deadline)
  }
}
