internal import Lifebus
internal import LifebusJSON
internal import LifebusPluginOptions

/// The plugins that a host knows, by name.
struct PluginCatalog: Sendable {
  let plugins: [any LifecyclePlugin.Type]

  init(_ plugins: [any LifecyclePlugin.Type]) {
    self.plugins = plugins
  }

  var names: [HandlerID] { plugins.map { $0.pluginID } }

  /// The names in words, for messages.
  var known: String { plugins.isEmpty ? "none" : names.map(\.rawValue).joined(separator: ", ") }

  func plugin(named name: HandlerID) -> (any LifecyclePlugin.Type)? {
    plugins.first { $0.pluginID == name }
  }

  /// Sees to it that all choices can be hosted beside each other.
  func check(_ choices: [PluginChoice]) throws(HostError) {
    try check(choices.compactMap { if case .known(let name) = $0 { name } else { nil } })
    for case .program(let name, let path) in choices {
      guard !name.rawValue.isEmpty else { throw HostError("plugin '\(path)' has no name: a program's is that of its file") }
      if choices.count(where: { $0.name == name }) > 1 { throw HostError("two plugins are called '\(name)': rename a program") }
    }
  }

  /// Sees to it that all the names are known.
  func check(_ names: [HandlerID]) throws(HostError) {
    guard let unknown = names.first(where: { plugin(named: $0) == nil }) else { return }
    throw HostError("plugin '\(unknown)' is unknown; known are \(known), and paths of programs (./NAME)")
  }
}

/// A plugin whose options are read: all that is needed to create it.
struct PluginSetup: Sendable {
  let name: HandlerID
  private let make: @Sendable (PluginContext) throws -> any LifecyclePlugin

  /// Reads the options of a plugin.
  init<Plugin: LifecyclePlugin>(_ plugin: Plugin.Type, json: JSONValue) throws(HostError) {
    let options: Plugin.Options
    do throws(OptionsError) {
      options = try Plugin.Options(json, of: plugin.pluginID)
    } catch {
      throw HostError(error.description)
    }
    name = plugin.pluginID
    make = { context in try Plugin(options: options, context: context) }
  }

  func create(_ context: PluginContext) throws(HostError) -> any LifecyclePlugin {
    do {
      return try make(context)
    } catch {
      throw HostError("plugin '\(name)' cannot be set up: \(error)")
    }
  }
}
