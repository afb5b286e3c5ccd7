internal import Lifebus

extension EventLine {
  /// Reads the short form: `{"type":"appear","scope":"home"}`.
  static func parseShort(_ fields: Fields) throws(LineError) -> EventLine {
    let type = try LineType(try fields.required("type"))
    try fields.expect(["type", "at"] + type.shortFields, in: "'\(type)'")
    try fields.expectNumber("at")
    let id = try fields.text("id").map { EventID($0) }
    return EventLine(content: try type.content(of: fields), id: id)
  }
}

extension LineType {
  /// The fields of the short form, beside `type` and `at`.
  fileprivate var shortFields: [String] {
    switch self {
    case .launch: ["cause", "attributes", "id"]
    case .appear, .disappear: ["scope", "instance", "scene", "id"]
    case .phase: ["to", "scene", "reason"]
    case .custom: ["name", "id", "key", "attributes", "data"]
    }
  }

  /// What the fields say of an event of this type.
  func content(of fields: Fields) throws(LineError) -> EventLine.Content {
    switch self {
    case .launch:
      return .launch(try fields.choice("cause") ?? .unknown, attributes: try fields.attributes("attributes"))
    case .appear: return .appear(try fields.place())
    case .disappear: return .disappear(try fields.place())
    case .phase:
      return .phase(try fields.requiredChoice("to"), scene: try fields.scene(), reason: try fields.choice("reason"))
    case .custom:
      guard !fields.has("attributes") || !fields.has("data") else {
        throw LineError("data", "stands beside 'attributes': give one of them")
      }
      let attributes = try fields.attributes(fields.has("data") ? "data" : "attributes")
      return .custom(try fields.required("name"), attributes: attributes, key: try fields.text("key"))
    }
  }
}

extension Fields {
  fileprivate func place() throws(LineError) -> Place {
    Place(scope: Scope(try required("scope"), instance: try text("instance")), scene: try scene())
  }

  fileprivate func scene() throws(LineError) -> SceneID {
    try text("scene").map { SceneID($0) } ?? .main
  }
}
