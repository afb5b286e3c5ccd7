public import Lifebus

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AuthGatePlugin {
  /// What can be set for ``AuthGatePlugin``.
  public struct Options: PluginOptions {
    enum CodingKeys: String, CodingKey, CaseIterable { case session, limitSeconds, retrySeconds }

    /// `session`, `limitSeconds`, `retrySeconds`.
    public static var names: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// The path of the stored session; `session.json` in the plugin's folder if there is none.
    public var session: String?

    /// How long the gate may stay pending; the bus's own limit if there is none.
    public var limitSeconds: Double?

    /// How long the plugin waits before it looks again at a store that cannot be read (1 second).
    public var retrySeconds: Double?

    /// Creates options.
    public init(session: String? = nil, limitSeconds: Double? = nil, retrySeconds: Double? = nil) {
      self.session = session
      self.limitSeconds = limitSeconds
      self.retrySeconds = retrySeconds
    }
  }
}

extension AuthGatePlugin.Options {
  func sessionPath(in context: PluginContext) -> String {
    guard let session else { return context.folder + "/session.json" }
    return session.hasPrefix("/") ? session : context.base + "/" + session
  }

  func limit() throws -> GateOptions.Limit {
    guard let limitSeconds else { return .standard }
    return .after(try duration(limitSeconds, option: "limitSeconds"))
  }

  func retryPause() throws -> Duration {
    try duration(retrySeconds ?? 1, option: "retrySeconds")
  }

  private func duration(_ seconds: Double, option: String) throws -> Duration {
    guard seconds >= 0.001, seconds <= 86_400 else { throw AuthGateError.seconds(option: option, seconds) }
    return .seconds(seconds)
  }
}

/// Why the plugin cannot be set up.
public enum AuthGateError: Error, Equatable, CustomStringConvertible {
  /// An option is no sensible number of seconds.
  case seconds(option: String, Double)

  /// The reason in words.
  public var description: String {
    switch self {
    case .seconds(let option, let value):
      "option '\(option)' of auth-gate is \(value): give a number of seconds from 0.001 to 86400"
    }
  }
}
