import Lifebus
import Sync
import TestSupport
import Testing

@Suite struct WebResourceTests {
  func error(_ resources: [String], _ change: (inout SyncPlugin.Options) -> Void = { _ in }) throws -> String? {
    var options = SyncPlugin.Options(resources: resources)
    change(&options)
    let context = PluginContext(try TemporaryFolder(), tokens: NoTokens())
    return #expect(throws: SyncError.self) { try SyncPlugin(options: options, context: context) }?.description
  }

  struct NoTokens: TokenSource {
    func accessToken(insteadOf: AccessToken?) async throws -> AccessToken { throw TokenTrouble.signedOut("nobody") }
  }

  @Test(arguments: [
    ("http://example.org/a", "plain http goes to this machine only"),
    ("https:///a", "it is no address"), ("https:a", "it is no address"),
    ("https://a.org/ä", "it is no address"), ("https://a.org/%4", "it is no address"),
    ("https://a.org/" + String(repeating: "a", count: 2_000), "it has more than 2000 bytes"),
  ])
  func `a URL that cannot be asked is an error`(url: String, problem: String) throws {
    #expect(try error([url])?.hasPrefix("option 'resources' of sync names '\(url)': \(problem)") == true)
  }

  @Test(arguments: [
    ("https://u:SECRET@a.org/", "https://…@a.org/", "it has a user or a password in it"),
    ("HTTPS://SECRET@a.org/b?SECRET", "https://…@a.org/b?…", "it has a user or a password in it"),
    ("https://u:SE/CRET@a.org/b", "https://…@a.org/b", "it"),
    ("https://u:SE@CRET@a.org", "https://…@a.org", "it"), ("https://u:SE?CRET@a.org/b", "https://…", "it"),
    ("https://u:SE#CRET@a.org/b", "https://…", "it"), ("https://a.org/b?to=x@SECRET#c", "https://…", "it has a fragment"),
    ("https://a.org/b?SECRET#SECRET", "https://a.org/b?…", "it has a fragment"),
    ("https://a.org/b#SECRET", "https://a.org/b#…", "it has a fragment"),
    ("ftp://u:SECRET@a.org/b?SECRET", "ftp://…@a.org/b?…", "the scheme 'ftp' is not known"),
    ("file://u:SECRET@a.org/b", "file://…@a.org/b", "it is on another host"),
    ("file:///a?SECRET", "file:///a?…", "a file has no query and no fragment"),
    ("x:u:SECRET@a.org", "x:…@a.org", "the scheme 'x' is not known"),
  ])
  func `what may be secret in an address is in no error`(address: String, shown: String, problem: String) throws {
    let text = try #require(try error([address]))
    #expect(text.hasPrefix("option 'resources' of sync names '\(shown)': \(problem)"), "\(text)")
    let origin = try #require(try error(["https://a.org/b"]) { $0.authorize = [address] })
    #expect(origin.hasPrefix("option 'authorize' of sync names '\(shown)': "), "\(origin)")
  }

  @Test(arguments: ["https://a.org/b", "a.org", "http://a.org", ""])
  func `what a token may be sent to is an origin`(text: String) throws {
    #expect(
      try error(["https://a.org/b"]) { $0.authorize = [text] }
        == "option 'authorize' of sync names '\(text)': give an origin such as 'https://api.example.org'")
  }

  @Test(arguments: ["https://b.org", "https://a.org:444", "https://a.org.b.org", "http://localhost"])
  func `an origin without a resource is an error`(text: String) throws {
    #expect(
      try error(["https://a.org/b"]) { $0.authorize = [text] }
        == "option 'authorize' of sync names '\(text)': no resource is from there")
  }

  @Test func `a token that nobody can give is an error`() throws {
    var options = SyncPlugin.Options(resources: ["https://a.org/b"])
    options.authorize = ["https://A.org:443/"]
    let context = PluginContext(try TemporaryFolder())
    let error = #expect(throws: SyncError.self) { try SyncPlugin(options: options, context: context) }
    #expect(error?.description == "option 'authorize' of sync is of no use: there is nobody to ask for a token")
  }

  @Test(arguments: [0, -1]) func `a limit of bytes is at least one`(bytes: Int) throws {
    #expect(try error([]) { $0.maxBytes = bytes } == "option 'maxBytes' of sync is \(bytes): give a number of bytes from 1 on")
  }

  @Test(arguments: [0, -1, .nan, .infinity, 86_401]) func `a limit of time is a sensible number of seconds`(seconds: Double)
    throws
  {
    #expect(try error([]) { $0.timeoutSeconds = seconds }?.hasPrefix("option 'timeoutSeconds' of sync is \(seconds)") == true)
  }
}
