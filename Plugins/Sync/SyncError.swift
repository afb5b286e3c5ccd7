/// Why the plugin cannot be set up, or why a run has failed.
public enum SyncError: Error, Equatable, CustomStringConvertible {
  /// A resource is no URL that can be mirrored; a user, a password and a query of it are not in the text.
  case resource(String, problem: String)
  /// A resource is in the mirror, or the mirror in a resource.
  case overlap(resource: String, mirror: String)
  /// An option cannot be used, for the reason that the text gives.
  case option(String, problem: String)
  /// Files that a run did not mirror, in words, and how many it had to mirror.
  case notMirrored([String], of: Int)
  /// Somebody has left or come while a run ran.
  case userChanged

  /// The reason in words.
  public var description: String {
    switch self {
    case .resource(let text, let problem):
      "option 'resources' of sync names '\(text)': \(problem); known are paths, and URLs of the schemes 'file', 'https' and, on this machine, 'http'"
    case .overlap(let resource, let mirror):
      "option 'resources' of sync names '\(resource)', and the mirror is '\(mirror)': neither may contain the other"
    case .option(let option, let problem): "option '\(option)' of sync \(problem)"
    case .notMirrored(let troubles, let count):
      "\(troubles.count) of \(count) not mirrored: " + troubles.prefix(3).joined(separator: "; ")
        + (troubles.count > 3 ? "; …" : "")
    case .userChanged: "the user has changed while it ran"
    }
  }
}
