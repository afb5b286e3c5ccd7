public import Lifebus

extension SyncPlugin {
  /// What can be set for ``SyncPlugin``.
  public struct Options: PluginOptions {
    enum CodingKeys: String, CodingKey, CaseIterable { case resources, into, authorize, maxBytes, timeoutSeconds }

    /// The names of all of them.
    public static var names: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// What to mirror: paths of files and folders, relative to the configuration's folder, `file:` URLs, and `https:` URLs of
    /// single resources; `http:` on this machine.
    ///
    /// A path whose first part has a colon begins with `./`, as everywhere where URLs may stand.
    public var resources: [String]?

    /// The folder of the mirror, which is the plugin's alone, and none that a host keeps its state in; `mirror` in the plugin's
    /// folder if there is none.
    public var into: String?

    /// The origins, such as `https://api.example.org`, to whose servers the token of whoever is in is sent; no others get it.
    ///
    /// What comes from there is that user's, and has its place in a folder of theirs.
    public var authorize: [String]?

    /// Bytes that one resource of a web server may have (100 000 000).
    public var maxBytes: Int?

    /// How long a web server may take for one resource, to its last byte (300 seconds).
    public var timeoutSeconds: Double?

    /// Creates options for a mirror; the others are set by name.
    public init(resources: [String]? = nil, into: String? = nil) {
      self.resources = resources
      self.into = into
    }
  }
}
