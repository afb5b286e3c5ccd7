internal import Lifebus
internal import LifebusJSON
internal import LifebusSystem

/// A host's configuration: JSON with the options of each plugin, `{"plugins": {"NAME": {"OPTION": VALUE}}}`.
struct Configuration: Sendable {
  /// The longest file that is read (1 MiB).
  static let sizeLimit = 1 << 20

  /// All known plugins, also those that are not chosen, with the options of the configuration or none.
  let setups: [PluginSetup]

  /// The options of all known plugins if there is no configuration.
  static func empty(_ catalog: PluginCatalog) throws(HostError) -> Configuration {
    try Configuration(JSONObject(), catalog)
  }

  static func read(_ path: String, _ catalog: PluginCatalog) throws(HostError) -> Configuration {
    let bytes = try contents(of: path)
    do throws(HostError) {
      return try Configuration(try parse(bytes), catalog)
    } catch {
      throw HostError("\(path): \(error)")
    }
  }

  func setup(of name: HandlerID) -> PluginSetup? { setups.first { $0.name == name } }

  private init(_ plugins: JSONObject, _ catalog: PluginCatalog) throws(HostError) {
    try catalog.check(plugins.keys.map { HandlerID($0) })
    var setups: [PluginSetup] = []
    for plugin in catalog.plugins {
      setups.append(try PluginSetup(plugin, json: plugins[plugin.pluginID.rawValue] ?? .object(JSONObject())))
    }
    self.setups = setups
  }

  private static func parse(_ bytes: [UInt8]) throws(HostError) -> JSONObject {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(bytes)
    } catch {
      let place = error.place(in: bytes)
      throw HostError("broken JSON at line \(place.line), column \(place.column): \(error.problem)")
    }
    guard case .object(let object) = value else {
      throw HostError("is \(value.typeName): give an object with the key 'plugins'")
    }
    if let unknown = object.keys.first(where: { $0 != "plugins" }) {
      throw HostError("key '\(unknown)' is unknown; known is plugins")
    }
    switch object["plugins"] {
    case nil: return JSONObject()
    case .object(let plugins): return plugins
    case .some(let other): throw HostError("'plugins' is \(other.typeName): give an object of plugins' options")
    }
  }

  private static func contents(of path: String) throws(HostError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      let file = try Descriptor.open(reading: path)
      defer { file.close() }
      bytes = try file.readAll(limit: sizeLimit + 1)
    } catch {
      throw HostError("the configuration '\(path)' cannot be read: \(error)")
    }
    guard bytes.count <= sizeLimit else { throw HostError("the configuration '\(path)' has more than \(sizeLimit) bytes") }
    return bytes
  }
}
