#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One request to one address, and who takes the answer's body.
struct Exchange: Sendable {
  let request: HTTPRequest
  /// The request's own, or where a redirect has led.
  let address: WebAddress
  let deadline: Deadline
  let receive: @Sendable (HTTPHead, Data) throws -> Void

  /// What the server is told, by name; an error for what would break the request.
  func headers() throws(HTTPTrouble) -> [String: String] {
    for (name, value) in request.headers {
      let isGood = HTTPHead.isName(name.utf8) && value.utf8.allSatisfy { 0x20...0x7E ~= $0 }
      guard isGood else { throw .header(name) }
    }
    return request.headers.merging(["Accept-Encoding": "identity"]) { _, own in own }
  }

  /// Where a redirect leads; an error if nobody may go there.
  func next(after redirect: HTTPHead) throws(HTTPTrouble) -> WebAddress {
    guard request.body == nil else { throw .redirect("a request with a body is not redirected") }
    guard let location = redirect["Location"], !location.isEmpty else { throw .redirect("it does not say where to") }
    return try address.redirected(to: location)
  }
}

/// When a request's time is over.
struct Deadline: Sendable {
  private let limit: Duration
  private let end: ContinuousClock.Instant

  init(of request: HTTPRequest) {
    limit = request.timeout
    end = .now + limit
  }

  /// What is left of the time; an error if nothing is.
  func remaining() throws(HTTPTrouble) -> Duration {
    let left = end - .now
    guard left > .zero else { throw .timedOut(limit) }
    return left
  }
}
