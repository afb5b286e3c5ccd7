public import Lifebus

extension AuthGatePlugin {
  /// What can be set for ``AuthGatePlugin``.
  public struct Options: PluginOptions {
    enum CodingKeys: String, CodingKey, CaseIterable {
      case session, limitSeconds, retrySeconds
      case tokenURL, clientID, clientSecretFile, clientSecretVariable, scope, leewaySeconds, timeoutSeconds
    }

    /// The names of all of them.
    public static var names: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// The path of the stored session; `session.json` in the plugin's folder if there is none.
    public var session: String?

    /// How long the gate may stay pending; the bus's own limit if there is none.
    public var limitSeconds: Double?

    /// How long the plugin waits before it looks again at a store that cannot be read, and at first before it asks a token server
    /// again (1 second).
    public var retrySeconds: Double?

    /// Where a session is refreshed (the token endpoint of OAuth 2.0): `https`, or `http` on this machine.
    ///
    /// Without one no session is refreshed.
    public var tokenURL: String?

    /// The name by which the token server knows the application.
    public var clientID: String?

    /// The path of a file with the application's secret in its first line, if it has one; a secret is no option itself.
    public var clientSecretFile: String?

    /// The name of a variable of the environment that holds the application's secret.
    public var clientSecretVariable: String?

    /// What the token is to be good for, in the token server's words; what it was good for if there is none.
    public var scope: String?

    /// How long before its end a session is refreshed (60 seconds).
    public var leewaySeconds: Double?

    /// How long the token server may take for an answer (10 seconds).
    public var timeoutSeconds: Double?

    /// Creates options for a store; the others are set by name.
    public init(session: String? = nil, limitSeconds: Double? = nil, retrySeconds: Double? = nil) {
      self.session = session
      self.limitSeconds = limitSeconds
      self.retrySeconds = retrySeconds
    }
  }
}
