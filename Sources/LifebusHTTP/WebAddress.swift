#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An address that a secret may be sent to: `https`, or `http` on this machine.
package struct WebAddress: Sendable, Equatable {
  /// With its scheme in lower case.
  package let url: URL
  /// The host, in lower case.
  package let host: String

  /// Reads an address.
  package init(_ text: String) throws(WebAddressTrouble) {
    guard let url = URL(string: text, encodingInvalidCharacters: false) else { throw .noAddress }
    try self.init(url)
  }

  private init(_ url: URL) throws(WebAddressTrouble) {
    guard let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty else { throw .noAddress }
    guard url.user() == nil, url.password() == nil else { throw .credentials }
    guard url.fragment() == nil else { throw .fragment }
    switch url.scheme?.lowercased() {
    case "https": isPlain = false
    case "http": isPlain = true
    default: throw .scheme
    }
    isLoopback = Self.isLoopback(host)
    guard isLoopback || !isPlain else { throw .plain }
    self.host = host
    let rest = url.absoluteString.drop { $0 != ":" }
    guard let url = URL(string: (isPlain ? "http" : "https") + rest) else { throw .noAddress }
    self.url = url
  }

  /// Whether what is sent there is sent without a cipher, which it may be on this machine.
  let isPlain: Bool
  /// Whether what is sent there stays on this machine.
  let isLoopback: Bool

  /// Scheme, host and port, such as `https://example.org`; a port that is the scheme's own is left out.
  package var origin: String {
    let port = url.port.flatMap { $0 == (isPlain ? 80 : 443) ? nil : ":\($0)" } ?? ""
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    return "\(isPlain ? "http" : "https")://\(name)\(port)"
  }

  /// Path and query as they are written, from the first slash on.
  package var target: String {
    let text = url.absoluteString.split(separator: "://", maxSplits: 1).last ?? ""
    let target = text.drop { $0 != "/" && $0 != "?" }
    return target.hasPrefix("/") ? String(target) : "/" + target
  }

  /// Where a redirect leads; an error if that is another origin.
  func redirected(to location: String) throws(HTTPTrouble) -> WebAddress {
    // Without the fragment, which is for whoever shows it.
    let reference = String(location.prefix { $0 != "#" })
    guard let target = URL(string: reference, relativeTo: url)?.absoluteURL, let next = try? WebAddress(target) else {
      throw .redirect("it leads to no address that may be used")
    }
    guard next.origin == origin else { throw .redirect("it leads to another origin") }
    return next
  }

  private static func isLoopback(_ host: String) -> Bool {
    var address = in_addr()
    if inet_pton(AF_INET, host, &address) == 1 { return UInt32(bigEndian: address.s_addr) >> 24 == 127 }
    return ["localhost", "::1", "[::1]"].contains(host)
  }
}

/// Why a text is no address for a secret.
package enum WebAddressTrouble: String, Error {
  case noAddress = "it is no address"
  case scheme = "give one that begins with https://"
  case plain = "plain http goes to this machine only (127.0.0.1, ::1, localhost): give one that begins with https://"
  case credentials = "it has a user or a password in it"
  case fragment = "it has a fragment, which is never sent"
}
