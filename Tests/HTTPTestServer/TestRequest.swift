internal import LifebusSystem

/// A request as it came.
package struct TestRequest: Sendable {
  package let method: String
  /// Path and query.
  package let target: String
  /// By name, in lower case.
  package let headers: [String: String]
  package let body: String

  /// Reads a request; nil if the client has closed.
  init?(from connection: Descriptor) throws(SystemError) {
    guard let head = try Self.readHead(from: connection) else { return nil }
    let lines = head.split(separator: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    let fields = lines.dropFirst().map { $0.split(separator: ":", maxSplits: 1) }
    method = words[0]
    target = words[1]
    headers = Dictionary(uniqueKeysWithValues: fields.map { ($0[0].lowercased(), String($0[1].drop { $0 == " " })) })
    body = String(decoding: try connection.readAll(limit: headers["content-length"].flatMap { Int($0) } ?? 0), as: UTF8.self)
  }

  /// The fields of a form in the body, as they are written.
  package var form: [String: String] {
    let pairs = body.split(separator: "&").map { $0.split(separator: "=", omittingEmptySubsequences: false).map(String.init) }
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
  }

  private static func readHead(from connection: Descriptor) throws(SystemError) -> String? {
    var bytes: [UInt8] = []
    // One byte at a time: what follows the head stays where it is.
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let next = try connection.readAll(limit: 1)
      guard !next.isEmpty else { return nil }
      bytes += next
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
