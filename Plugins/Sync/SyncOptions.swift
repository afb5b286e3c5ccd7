public import Lifebus

extension SyncPlugin {
  /// What can be set for ``SyncPlugin``.
  public struct Options: PluginOptions {
    enum CodingKeys: String, CodingKey, CaseIterable { case resources, into }

    /// `resources`, `into`.
    public static var names: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// The files and folders to mirror: paths, relative to the configuration's folder, or `file:` URLs.
    ///
    /// A path whose first part has a colon begins with `./`, as everywhere where URLs may stand.
    public var resources: [String]?

    /// The folder of the mirror, which is the plugin's alone; `mirror` in the plugin's folder if there is none.
    public var into: String?

    /// Creates options.
    public init(resources: [String]? = nil, into: String? = nil) {
      self.resources = resources
      self.into = into
    }
  }
}

/// Why the plugin cannot be set up, or why a run has failed.
public enum SyncError: Error, Equatable, CustomStringConvertible {
  /// A resource is no URL that can be mirrored.
  case resource(String, problem: String)
  /// A resource is in the mirror, or the mirror in a resource.
  case overlap(resource: String, mirror: String)
  /// Files that a run did not mirror, in words, and how many it had to mirror.
  case notMirrored([String], of: Int)

  /// The reason in words.
  public var description: String {
    switch self {
    case .resource(let text, let problem):
      "option 'resources' of sync names '\(text)': \(problem); known are paths and URLs of the scheme 'file'"
    case .overlap(let resource, let mirror):
      "option 'resources' of sync names '\(resource)', and the mirror is '\(mirror)': neither may contain the other"
    case .notMirrored(let troubles, let count):
      "\(troubles.count) of \(count) not mirrored: " + troubles.prefix(3).joined(separator: "; ")
        + (troubles.count > 3 ? "; …" : "")
    }
  }
}
