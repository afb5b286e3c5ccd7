internal import LifebusThreads

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Sends requests, and sees to it that each of them ends: within its time, with a body within its limit, at its own host.
///
/// | what could happen | what does |
/// |---|---|
/// | the server is silent, or slow without end | ``HTTPTrouble/timedOut(_:)`` when the request's time is over |
/// | it sends more than the request's limit | ``HTTPTrouble/tooLarge(_:)``, and the connection is closed |
/// | it sends a body that the request does not keep | is an answer without it, and the connection is closed |
/// | it sends a body that is coded (`Content-Encoding`) | ``HTTPTrouble/unusable(_:)``: none was asked for |
/// | it redirects | followed within the origin, for a request without a body, so often as the request says; else an error |
/// | the calling task is cancelled | the connection is closed, and `CancellationError` thrown |
/// | a status such as 404 or 503 | is an answer, and no error |
///
/// Nothing is kept from one request to the next: no cookie, no cache, no credential; on Linux no connection either.
///
/// | on Linux, where curl does it | what is so |
/// |---|---|
/// | a proxy | is used as `https_proxy` and `no_proxy` say, and sees no header; never for this machine |
/// | an authority of one's own for certificates | is trusted when the variable `SSL_CERT_FILE` names its file |
package final class HTTPClient: Sendable {
  #if os(Linux)
    private let transport = CurlTransport()
  #else
    private let transport = SessionTransport()
  #endif

  /// Creates a client without connections.
  package init() {}

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
  /// On Linux nothing is read from the connection while `receive` is at work, so nothing waits in memory. When this returns,
  /// nothing more is handed on.
  ///
  /// - Parameters:
  ///   - request: What to ask for.
  ///   - receive: Takes one part after another, with the head that they belong to; what it throws ends the transfer.
  /// - Returns: The head of the answer, once all of the body was handed on.
  /// - Throws: ``HTTPTrouble``; what `receive` throws; `CancellationError` if the calling task is cancelled.
  package func send(
    _ request: HTTPRequest, receive: @escaping @Sendable (HTTPHead, Data) throws -> Void
  ) async throws -> HTTPHead {
    let deadline = Deadline(of: request)
    var address = request.address
    for _ in 0...request.redirectLimit {
      let exchange = Exchange(request: request, address: address, deadline: deadline, receive: receive)
      let head = try await transport.run(exchange)
      guard head.isRedirect else { return head }
      address = try exchange.next(after: head)
    }
    throw HTTPTrouble.redirect("it redirects more than \(request.redirectLimit) times")
  }
}
