internal import Lifebus
internal import LifebusJSON
internal import LifebusSystem

/// A host's configuration: JSON with the options of each plugin, and limits of the socket,
/// `{"plugins": {"NAME": {"OPTION": VALUE}}, "limits": {"NAME": NUMBER}}`.
struct Configuration: Sendable {
  /// The longest file that is read (1 MiB).
  static let sizeLimit = 1 << 20

  /// All known plugins, also those that are not chosen, with the options of the configuration or none.
  let setups: [PluginSetup]
  /// The options of programs, by their paths as they stand there.
  let programs: JSONObject
  let limits: SocketLimits

  /// The options of all known plugins if there is no configuration.
  static func empty(_ catalog: PluginCatalog) throws(HostError) -> Configuration {
    try Configuration(JSONObject(), JSONObject(), catalog)
  }

  static func read(_ path: String, _ catalog: PluginCatalog) throws(HostError) -> Configuration {
    let bytes = try contents(of: path)
    do throws(HostError) {
      let object = try parse(bytes)
      return try Configuration(try section("plugins", object), try section("limits", object), catalog)
    } catch {
      throw HostError("\(path): \(error)")
    }
  }

  /// The options of a program, which stand under a path that gives it its name.
  func options(ofProgram name: HandlerID) throws(HostError) -> JSONObject {
    let found = programs.members.filter { member in
      if case .program(name, path: _) = PluginChoice(HandlerID(member.key)) { true } else { false }
    }
    guard found.count < 2 else {
      throw HostError("'\(found[0].key)' and '\(found[1].key)' are both the plugin '\(name)': leave one of them")
    }
    switch found.first?.value {
    case nil: return JSONObject()
    case .object(let options)?: return options
    case let other?: throw HostError("the options of plugin '\(found[0].key)' are \(other.typeName): give an object")
    }
  }

  func setup(of name: HandlerID) -> PluginSetup? { setups.first { $0.name == name } }

  private init(_ plugins: JSONObject, _ limits: JSONObject, _ catalog: PluginCatalog) throws(HostError) {
    let choices = plugins.keys.map { PluginChoice(HandlerID($0)) }
    try catalog.check(choices.compactMap { if case .known(let name) = $0 { name } else { nil } })
    programs = plugins
    var setups: [PluginSetup] = []
    for plugin in catalog.plugins {
      setups.append(try PluginSetup(plugin, json: plugins[plugin.pluginID.rawValue] ?? .object(JSONObject())))
    }
    self.setups = setups
    self.limits = try Self.limits(limits)
  }

  private static func limits(_ object: JSONObject) throws(HostError) -> SocketLimits {
    var limits = SocketLimits()
    for member in object.members {
      let number: Int? = if case .number(let text) = member.value { Int(text) } else { nil }
      try limits.set(member.key, to: number)
    }
    return limits
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
    if let unknown = object.keys.first(where: { $0 != "plugins" && $0 != "limits" }) {
      throw HostError("key '\(unknown)' is unknown; known are plugins, limits")
    }
    return object
  }

  private static func section(_ name: String, _ object: JSONObject) throws(HostError) -> JSONObject {
    switch object[name] {
    case nil: return JSONObject()
    case .object(let section): return section
    case .some(let other): throw HostError("'\(name)' is \(other.typeName): give an object of \(name)")
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
