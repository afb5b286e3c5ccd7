#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Takes an answer in, as far as the request wants it.
struct Intake {
  private let exchange: Exchange
  private var received = 0
  /// Nil until it has come.
  private(set) var head: HTTPHead?

  init(for exchange: Exchange) {
    self.exchange = exchange
  }

  private var limit: Int { exchange.request.bodyLimit }

  /// The answer begins; false if it is to end with that.
  mutating func begin(_ head: HTTPHead) throws(HTTPTrouble) -> Bool {
    self.head = head
    guard !head.isRedirect, exchange.request.keeps(head.status) else { return false }
    if !head.isBodiless, let length = try head.contentLength(), length > limit { throw .tooLarge(limit) }
    return true
  }

  /// A part of the body has come.
  mutating func take(_ part: Data) throws {
    guard let head else { throw HTTPTrouble.noHead }
    if let coding = head.coding { throw HTTPTrouble.unusable("its body is coded (\(coding)), and none such was asked for") }
    received += part.count
    guard received <= limit else { throw HTTPTrouble.tooLarge(limit) }
    try exchange.receive(head, part)
  }
}

extension HTTPTrouble {
  static let noHead = connection("it has no head")
}

extension HTTPHead {
  /// The bytes that the body is said to have; the largest number if it is beyond that.
  fileprivate func contentLength() throws(HTTPTrouble) -> Int? {
    guard let text = self["Content-Length"] else { return nil }
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { throw .unusable("its length is not one number") }
    return Int(text) ?? .max
  }

  /// How the body is coded, beside that it may come in chunks; nil if it is not.
  fileprivate var coding: String? {
    for (name, plain) in [("Content-Encoding", "identity"), ("Transfer-Encoding", "chunked")] {
      guard let coding = self[name]?.lowercased(), !["", plain].contains(coding) else { continue }
      return HTTPHead.isName(coding.utf8) ? coding : "in many ways"
    }
    return nil
  }
}
