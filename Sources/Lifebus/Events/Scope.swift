/// The identity of what appears: a screen's name and, where a screen exists several times, its instance.
///
/// ```swift
/// Appear("home")
/// Appear(Scope("article", instance: "42"))
/// ```
public struct Scope: Hashable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// What a clause's `scope:` filter compares.
  public let name: String

  /// Which one of several of this name.
  public let instance: String?

  /// Creates a scope.
  public init(_ name: String, instance: String? = nil) {
    self.name = name
    self.instance = instance
  }

  /// Creates a scope without an instance.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// `name`, or `name/instance`.
  public var description: String {
    guard let instance else { return name }
    return "\(name)/\(instance)"
  }
}

/// The identity of a scene: a window of the application.
public struct SceneID: TextID {
  /// The scene of an application that has one window.
  public static let main: SceneID = "main"

  /// The identity's text.
  public let rawValue: String

  /// Creates an identity from a text.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}
