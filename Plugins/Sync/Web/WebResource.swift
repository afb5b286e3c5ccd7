internal import Lifebus
package import LifebusHTTP

/// What a web server has, to be mirrored.
package struct WebResource: Sendable {
  /// The longest address, in bytes.
  private static let longest = 2_000

  package let address: WebAddress
  /// True if the token of whoever is in is sent, and what comes is theirs.
  package let isAuthorized: Bool
  /// The address as people may see it.
  let name: String

  /// Whether a resource of the options is one.
  static func isMeant(by text: String) -> Bool { ["http", "https"].contains(Resource.scheme(of: text)) }

  /// Reads a resource from the options, beside the origins to which a token is sent.
  ///
  /// - Throws: ``SyncError/resource(_:problem:)``.
  package init(_ text: String, authorizing origins: Set<String>) throws(SyncError) {
    let shown = ShownAddress.text(of: text)
    guard text.utf8.count <= Self.longest else { throw .resource(shown, problem: "it has more than \(Self.longest) bytes") }
    do throws(WebAddressTrouble) {
      address = try WebAddress(text)
    } catch {
      throw .resource(shown, problem: error.rawValue)
    }
    isAuthorized = origins.contains(address.origin)
    name = ShownAddress.text(of: address)
  }

  /// Its place in the mirror.
  func place(for user: Identity?) -> [String] { WebPlace.place(of: address, user: isAuthorized ? user?.rawValue : nil) }
}
