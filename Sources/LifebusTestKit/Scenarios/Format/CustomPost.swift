internal import Lifebus
internal import LifebusHandlerText

/// An own event that a line or a handler posts.
struct CustomPost: Sendable, Equatable {
  let name: String
  let id: String?
  let key: String?

  init(_ fields: Fields) throws(FieldError) {
    name = try fields.string("name")
    if name.isEmpty { throw fields.error("name", "must not be empty") }
    id = try fields.stringIfPresent("id")
    key = try fields.stringIfPresent("key")
  }

  /// The event; its given id is written in it too, so that it can be told from one that the bus made.
  var event: Custom { Custom(name, attributes: id.map { [Self.idAttribute: $0] } ?? [:], onceKey: key) }

  var eventID: EventID? { id.map { EventID($0) } }

  static let idAttribute = "id"
}
