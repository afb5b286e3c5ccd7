package import LifebusHTTP

/// What a web server has, to be mirrored.
package struct WebResource: Sendable {
  /// The longest address, in bytes.
  private static let longest = 2_000

  package let address: WebAddress
  /// True if the token of whoever is in is sent, and what comes is theirs.
  package let isAuthorized: Bool
  /// The address without its query, which may hold what is not for everybody's eyes.
  let name: String

  /// Whether a resource of the options is one.
  static func isMeant(by text: String) -> Bool { ["http", "https"].contains(Resource.scheme(of: text)) }

  /// Reads a resource from the options, beside the origins to which a token is sent.
  ///
  /// - Throws: ``SyncError/resource(_:problem:)``.
  package init(_ text: String, authorizing origins: Set<String>) throws(SyncError) {
    guard text.utf8.count <= Self.longest else { throw .resource(text, problem: "it has more than \(Self.longest) bytes") }
    do throws(WebAddressTrouble) {
      address = try WebAddress(text)
    } catch {
      throw .resource(text, problem: error.rawValue)
    }
    isAuthorized = origins.contains(address.origin)
    let path = address.target.prefix { $0 != "?" }
    name = address.origin + path + (path.count < address.target.count ? "?…" : "")
  }

  /// Its place in the mirror.
  package func place(for user: String?) -> [String] { WebPlace.place(of: address, user: isAuthorized ? user : nil) }
}
