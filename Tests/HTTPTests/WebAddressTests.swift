import Foundation
import LifebusHTTP
import Testing

@Suite struct WebAddressTests {
  @Test(arguments: [
    "https://example.com/token", "https://example.com", "http://127.0.0.1:80/", "http://127.8.9.1/", "http://localhost:1/",
    "http://LOCALHOST/", "http://[::1]:8080/token", "HTTP://127.0.0.1/", "HtTpS://example.com/",
  ])
  func `https goes anywhere, and http to this machine`(text: String) throws {
    _ = try WebAddress(text)
  }

  @Test(arguments: [
    ("http://example.com/", WebAddressTrouble.plain), ("http://127.0.0.1.example.com/", .plain),
    ("http://localhost.example.com/", .plain),
    ("http://128.0.0.1/", .plain), ("http://[::2]/", .plain), ("http://0.0.0.0/", .plain), ("http://2130706433/", .plain),
    ("http://127.1/", .plain), ("ftp://127.0.0.1/", .scheme), ("file:///etc/passwd", .noAddress), ("token", .noAddress),
    ("", .noAddress), ("https://", .noAddress), ("https://user@example.com/", .credentials),
    ("http://127.0.0.1@example.com/", .credentials), ("https://example.com/#a", .fragment),
    ("https://exa mple.com/", .noAddress),
  ])
  func `anything else is refused`(text: String, trouble: WebAddressTrouble) {
    #expect(throws: trouble) { try WebAddress(text) }
  }

  @Test func `the scheme is in lower case`() throws {
    #expect(try WebAddress("HTTP://127.0.0.1/A").url.absoluteString == "http://127.0.0.1/A")
  }

  @Test(arguments: [
    ("https://Example.com", "https://example.com", "/"), ("HTTPS://example.com:443/", "https://example.com", "/"),
    ("https://example.com:444?a", "https://example.com:444", "/?a"), ("http://127.0.0.1:80/a/?", "http://127.0.0.1", "/a/?"),
    ("http://127.0.0.1:443//A%2f/../b", "http://127.0.0.1:443", "//A%2f/../b"),
    ("http://[::1]/a?b=//c", "http://[::1]", "/a?b=//c"),
    ("http://[::1]:8080", "http://[::1]:8080", "/"), ("https://example.com/a://b", "https://example.com", "/a://b"),
  ])
  func `an address has an origin in one spelling, and a target as it is written`(
    text: String, origin: String, target: String
  ) throws {
    let address = try WebAddress(text)
    #expect(address.origin == origin && address.target == target)
  }
}
