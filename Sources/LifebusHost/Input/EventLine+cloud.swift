internal import Lifebus
internal import LifebusJSON

extension EventLine {
  /// What stands before the types of the bus's own events.
  private static let prefix = "dev.lifebus."
  private static let context =
    ["specversion", "id", "source", "type", "data", "datacontenttype", "dataschema", "subject", "time"]

  /// Reads a CloudEvent 1.0: a type that begins with `dev.lifebus.` is an event of the bus, any other an own event.
  static func parseCloudEvent(_ fields: Fields) throws(LineError) -> EventLine {
    guard case .string("1.0") = fields["specversion"] else { throw LineError("specversion", "must be \"1.0\"") }
    try checkContext(fields)
    let id = EventID(try fields.required("id"), source: try fields.required("source"))
    let type = try fields.required("type")
    let data = fields["data"] ?? .null
    guard type.hasPrefix(prefix) else {
      return EventLine(content: try customContent(type, data), id: id)
    }
    let name = String(type.dropFirst(prefix.count))
    if name.hasPrefix("custom.") { return EventLine(content: try customContent(String(name.dropFirst(7)), data), id: id) }
    return EventLine(content: try content(ofType: name, data), id: id)
  }

  /// Extension attributes are allowed, in lower case and digits as the specification says, and of no meaning here.
  private static func checkContext(_ fields: Fields) throws(LineError) {
    if fields.has("data_base64") { throw LineError("data_base64", "is not read: give JSON in 'data'") }
    for name in fields.names where !context.contains(name) {
      let isExtension = name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
      guard isExtension, !name.isEmpty else {
        throw LineError(name, "is unknown, and no name of an extension; known are \(context.joined(separator: ", "))")
      }
    }
    for name in ["datacontenttype", "dataschema", "subject", "time"] { _ = try fields.text(name) }
  }

  private static func content(ofType name: String, _ data: JSONValue) throws(LineError) -> Content {
    let type = try LineType(name)
    guard type != .custom else { throw LineError("type", "'\(prefix)custom' has no name: write '\(prefix)custom.NAME'") }
    let fields = try Fields(data: data)
    try fields.expect(type.dataFields, in: "the data of '\(prefix)\(name)'")
    return try type.content(of: fields)
  }

  /// The data's members are the attributes, unless it says itself which are: `{"attributes": {…}, "key": "…"}`.
  private static func customContent(_ name: String, _ data: JSONValue) throws(LineError) -> Content {
    guard !name.isEmpty else { throw LineError("type", "has an empty name") }
    guard case .object(let object) = data else {
      return .custom(name, attributes: data == .null ? [:] : ["data": data.attributeText], key: nil)
    }
    let fields = try Fields(data: data)
    if case .object = object["attributes"], Set(object.keys).isSubset(of: ["attributes", "key"]) {
      return .custom(name, attributes: try fields.attributes("attributes"), key: try fields.text("key"))
    }
    return .custom(name, attributes: object.attributes, key: nil)
  }
}

extension LineType {
  fileprivate var dataFields: [String] {
    switch self {
    case .launch: ["cause", "attributes"]
    case .appear, .disappear: ["scope", "instance", "scene"]
    case .phase: ["to", "scene", "reason"]
    case .custom: []
    }
  }
}
