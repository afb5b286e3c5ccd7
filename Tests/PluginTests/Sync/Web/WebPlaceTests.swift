import LifebusHTTP
import Sync
import Testing

@Suite struct WebPlaceTests {
  func place(_ text: String, user: String? = nil) throws -> String {
    WebPlace.place(of: try WebAddress(text), user: user).joined(separator: "/")
  }

  @Test(arguments: [
    ("https://example.org/a", "%web/https/example.org+/a"), ("https://example.org/a/b", "%web/https/example.org+/a+/b"),
    ("https://example.org", "%web/https/example.org+/+index"), ("https://example.org/", "%web/https/example.org+/+index"),
    ("https://EXAMPLE.org:443/a/", "%web/https/example.org+/a+/+index"),
    ("https://example.org//a", "%web/https/example.org+/+/a"),
    ("https://example.org:8443/a", "%web/https/example.org%3a8443+/a"),
    ("https://example.org/../a", "%web/https/example.org+/%2e.+/a"), ("https://example.org/..", "%web/https/example.org+/%2e."),
    ("https://example.org/%2e%2e/a", "%web/https/example.org+/%252e%252e+/a"),
    ("https://example.org/a%2Fb", "%web/https/example.org+/a%252%46b"),
    ("https://example.org/Ab.md", "%web/https/example.org+/%41b.md"),
    ("https://example.org/a?b=/c", "%web/https/example.org+/a%3fb%3d%2fc"),
    ("https://example.org?b", "%web/https/example.org+/%3fb"), ("https://example.org/a/?", "%web/https/example.org+/a+/%3f"),
    ("https://example.org/+index", "%web/https/example.org+/%2bindex"),
    ("https://example.org/a+/b", "%web/https/example.org+/a%2b+/b"), ("http://127.0.0.1:80/a", "%web/http/127.0.0.1+/a"),
    ("http://[::1]:8080/a", "%web/http/%5b%3a%3a1%5d%3a8080+/a"),
  ])
  func `an address has its place by the rule`(address: String, expected: String) throws {
    #expect(try place(address) == expected)
  }

  @Test func `what is a user's is in a folder of the user's, whatever the name`() throws {
    #expect(try place("https://a.org/b", user: "anna") == "%user/anna+/https/a.org+/b")
    #expect(try place("https://a.org/b", user: "../x") == "%user/%2e.%2fx+/https/a.org+/b")
    #expect(try place("https://a.org/b", user: "Anna ö") == "%user/%41nna%20%c3%b6+/https/a.org+/b")
  }

  @Test func `a long name becomes several, each short enough for a disk`() throws {
    let place = WebPlace.place(of: try WebAddress("https://a.org/" + String(repeating: "A", count: 161) + "/b"), user: nil)
    let piece = String(repeating: "%41", count: 80) + "="
    #expect(place == ["%web", "https", "a.org+", piece, piece, "%41+", "b"])
  }
}

// MARK: Any address

extension WebPlaceTests {
  /// An address and a user out of parts that could be taken for each other.
  struct Draw: Hashable {
    static let parts = [
      "", "a", "A", "b", ".", "..", "...", "%2e%2e", "%2E%2E", "%2F", "%2f", "a%2Fb", "+", "a+", "%2b", "+index", "=", "a=",
      "%25",
      "%20", "%new", "%25new", "~", "a~1", "index", "_", "-", ";", "a:b", "@", "%C3%A4", String(repeating: "a", count: 80),
      String(repeating: "a", count: 81), String(repeating: ".", count: 82), String(repeating: "~", count: 255),
    ]

    let origin, target: String
    let user: String?

    init(using random: inout some RandomNumberGenerator) {
      let hosts = [
        "https://example.org", "https://example.org.", "https://a", "http://127.0.0.1", "http://[::1]", "http://localhost",
      ]
      let ports = ["", ":1", ":80", ":443", ":8443"]
      origin = Self.one(of: hosts, &random) + Self.one(of: ports, &random)
      let path = (1...Int.random(in: 1...4, using: &random)).map { _ in "/" + Self.one(of: Self.parts, &random) }
      target = path.joined() + Self.one(of: ["", "", "?", "?a=b", "?A=b", "?/", "?/../a", "??", "?+"], &random)
      user = Self.one(of: [nil, nil, "a", "A", "..", "a/https", "a+", String(repeating: "a", count: 81)], &random)
    }

    private static func one<Element>(of all: [Element], _ random: inout some RandomNumberGenerator) -> Element {
      all[Int.random(in: all.indices, using: &random)]
    }

    /// What tells it from others.
    func key(of address: WebAddress) -> [String] { [address.origin, target, user ?? "/"] }
  }

  @Test func `no two addresses have one place, no place is in another, and none leads out`() throws {
    var random = SystemRandomNumberGenerator()
    var (keys, folders): ([String: [String]], Set<String>) = ([:], [])
    for _ in 0..<10_000 {
      let draw = Draw(using: &random)
      guard let address = try? WebAddress(draw.origin + draw.target) else { continue }
      let place = WebPlace.place(of: address, user: draw.user)
      let (text, key) = (place.joined(separator: "/").lowercased(), draw.key(of: address))
      let other = keys.updateValue(key, forKey: text)
      if place.count < 4 || !place.allSatisfy(isName) || other ?? key != key { Issue.record("\(draw), and \(other ?? [])") }
      for end in 1..<place.count { folders.insert(place[..<end].joined(separator: "/").lowercased()) }
    }
    #expect(folders.isDisjoint(with: keys.keys) && keys.count > 5_000)
  }

  /// Whether a text can be the name of a file, and is none of the plugin's own.
  func isName(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count) && text != "." && text != ".." && text != MirrorPlan.temporary && text != "%validators"
      && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "/") }
  }
}
