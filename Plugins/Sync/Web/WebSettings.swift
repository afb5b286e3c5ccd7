internal import Lifebus
internal import LifebusHTTP

/// What is to be mirrored from web servers, and within which limits.
struct WebSettings: Sendable {
  let resources: [WebResource]
  let maxBytes: Int
  let timeout: Duration
  let tokens: (any TokenSource)?
}

extension SyncPlugin.Options {
  private static let longest: Double = 86_400

  /// The resources on web servers, each once.
  func web(tokens: (any TokenSource)?) throws(SyncError) -> WebSettings {
    let resources = try webResources()
    if resources.contains(where: \.isAuthorized), tokens == nil {
      throw .option("authorize", problem: "is of no use: there is nobody to ask for a token")
    }
    let (maxBytes, seconds) = (maxBytes ?? 100_000_000, timeoutSeconds ?? 300)
    guard maxBytes > 0 else { throw .option("maxBytes", problem: "is \(maxBytes): give a number of bytes from 1 on") }
    guard seconds >= 0.001, seconds <= Self.longest else {
      throw .option("timeoutSeconds", problem: "is \(seconds): give a number of seconds from 0.001 to 86400")
    }
    return WebSettings(resources: resources, maxBytes: maxBytes, timeout: .seconds(seconds), tokens: tokens)
  }

  private func webResources() throws(SyncError) -> [WebResource] {
    let origins = try authorizedOrigins()
    var (resources, places): ([WebResource], Set<[String]>) = ([], [])
    for text in self.resources ?? [] where WebResource.isMeant(by: text) {
      let resource = try WebResource(text, authorizing: origins)
      if places.insert(resource.place(for: nil)).inserted { resources.append(resource) }
    }
    for origin in origins where !resources.contains(where: { $0.address.origin == origin }) {
      throw .option("authorize", problem: "names '\(origin)': no resource is from there")
    }
    return resources
  }

  private func authorizedOrigins() throws(SyncError) -> Set<String> {
    var origins: Set<String> = []
    for text in authorize ?? [] {
      guard let address = try? WebAddress(text), address.target == "/", !text.contains("?") else {
        throw .option(
          "authorize", problem: "names '\(ShownAddress.text(of: text))': give an origin such as 'https://api.example.org'")
      }
      origins.insert(address.origin)
    }
    return origins
  }
}
