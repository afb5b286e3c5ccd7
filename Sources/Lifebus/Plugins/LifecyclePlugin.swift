/// A handler that a host loads by its name and sets up from its options.
///
/// | what the host does | what the plugin does |
/// |---|---|
/// | decodes the options | nothing; an unknown or wrong option ends the host with an error that names it |
/// | `init(options:context:)` | checks the options; touches nothing outside yet |
/// | ``start()`` | gets ready: opens files, reads what it needs; what it throws ends the host |
/// | ``register(on:)`` | registers itself with its clauses and its policy |
/// | publishes events | handles them |
/// | shuts down | ``LifecycleHandler/stop()``, once, last |
public protocol LifecyclePlugin: LifecycleHandler {
  /// What can be set for the plugin in the host's configuration.
  associatedtype Options: PluginOptions

  /// The plugin's name on the host's command line and in its configuration; also the handler's.
  static var pluginID: HandlerID { get }

  /// Creates the plugin; throws if the options contradict themselves.
  init(options: Options, context: PluginContext) throws

  /// Gets ready, before the plugin is registered and before any event.
  func start() async throws

  /// Registers the plugin with its clauses and its policy.
  nonisolated func register(on bus: LifecycleBus) throws
}

extension LifecyclePlugin {
  /// The plugin's name.
  public nonisolated var id: HandlerID { Self.pluginID }

  /// Does nothing.
  public func start() async throws {}
}

/// What can be set for a plugin: decoded from the plugin's object in the host's configuration, `{}` if it has none.
///
/// ```swift
/// struct Options: PluginOptions {
///   enum CodingKeys: String, CodingKey, CaseIterable { case file }
///   static var names: [String] { CodingKeys.allCases.map(\.rawValue) }
///   var file: String?
/// }
/// ```
public protocol PluginOptions: Decodable, Sendable {
  /// The names of all options: any other in a configuration is an error that lists these.
  static var names: [String] { get }
}

/// What a host tells a plugin of itself.
public struct PluginContext: Sendable {
  /// A folder for the plugin's own files, which it may create; nobody else uses it.
  public let folder: String
  /// The folder against which relative paths in the options count: the configuration's.
  public let base: String
  /// The application's version.
  public let version: String
  /// Whom to ask for a token that says for whom a request is; nil where nobody gives tokens.
  ///
  /// In a host it asks the hosted plugin that is a ``TokenSource``, wherever that stands in the list, and throws
  /// ``TokenTrouble`` if there is none. A plugin that is a program has nobody to ask.
  public let tokens: (any TokenSource)?
  /// Writes a line of talk for people, under the plugin's name; never a token or another secret.
  public let log: @Sendable (String) -> Void

  /// Creates a context.
  public init(
    folder: String, base: String, version: String, tokens: (any TokenSource)? = nil,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.folder = folder
    self.base = base
    self.version = version
    self.tokens = tokens
    self.log = log
  }
}
