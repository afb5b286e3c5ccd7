/// A file or folder to mirror.
package struct Resource: Hashable, Sendable {
  /// As the options name it.
  package let text: String
  package let path: Path

  /// Reads a resource from the options: a path, or a URL.
  ///
  /// - Throws: ``SyncError/resource(_:problem:)``.
  package init(_ text: String, base: Path) throws(SyncError) {
    self.text = text
    do throws(Problem) {
      path = try Self.path(of: text, base: base)
    } catch {
      throw .resource(ShownAddress.text(of: text), problem: error.text)
    }
  }

  private struct Problem: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private static func path(of text: String, base: Path) throws(Problem) -> Path {
    guard !text.isEmpty else { throw Problem("it is empty") }
    guard !text.utf8.contains(0) else { throw Problem("it has a zero byte") }
    guard let scheme = scheme(of: text) else { return Path(text, against: base) }
    guard scheme == "file" else { throw Problem("the scheme '\(scheme)' is not known") }
    var rest = text.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host == "localhost" else { throw Problem("it is on another host") }
      rest = rest.dropFirst(host.count)
    }
    guard rest.hasPrefix("/") else { throw Problem("a URL needs an absolute path") }
    guard !rest.contains(where: { $0 == "?" || $0 == "#" }) else { throw Problem("a file has no query and no fragment") }
    return Path(try decoded(rest), against: base)
  }

  /// What stands before the first colon, in lower case, if it is a scheme of RFC 3986.
  static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = text[..<colon].lowercased()
    guard let first = name.first, first.isASCII, first.isLetter else { return nil }
    let isScheme = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    return isScheme ? name : nil
  }

  /// Decodes `%20` and the like.
  ///
  /// An encoded slash is refused: it belongs to a name that no file can have.
  private static func decoded(_ text: Substring) throws(Problem) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let first = digits.first, first != UInt8(ascii: "+"),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { throw Problem("a '%' in it is not followed by two digits") }
      guard value != 0, value != UInt8(ascii: "/") else { throw Problem("a name in it has an encoded '/' or zero byte") }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw Problem("it is no UTF-8") }
    return decoded
  }
}
