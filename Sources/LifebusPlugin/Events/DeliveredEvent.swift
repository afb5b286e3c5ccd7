internal import Lifebus
internal import LifebusJSON
internal import LifebusWire

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An event that the host delivers, read from a CloudEvent.
struct DeliveredEvent {
  let event: any DeliverableEvent
  /// Its place in the host's log.
  let sequence: Int
  let id: EventID
  /// The sequence number of the event that caused it; 0 if none did.
  let cause: Int
  /// When it was published, in milliseconds since 1970, if that is said.
  let milliseconds: Int?

  init(_ object: JSONObject) throws(WireError) {
    guard let id = object.text("id"), let source = object.text("source"), let type = object.text("type"),
      let sequence = object.text("sequence").flatMap({ Int($0) })
    else { throw .malformed("an event needs 'id', 'source', 'type' and 'sequence'") }
    self.id = EventID(id, source: source)
    self.sequence = sequence
    event = try Self.event(ofType: type, object.object("data") ?? JSONObject())
    cause = object.text("causedby").flatMap { Int($0) } ?? 0
    milliseconds = object.text("time").flatMap(Self.milliseconds)
  }

  private static let prefix = "dev.lifebus."
  private static let customPrefix = "dev.lifebus.custom."

  private static func event(ofType type: String, _ data: JSONObject) throws(WireError) -> any DeliverableEvent {
    if type.hasPrefix(customPrefix) {
      return Custom(
        String(type.dropFirst(customPrefix.count)), attributes: data.attributes, onceKey: data.text("key"))
    }
    switch type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : "" {
    case Launch.name: return Launch(cause: data.word("cause") ?? .unknown, attributes: data.attributes)
    case Appear.name: return Appear(try data.scope, scene: data.scene)
    case FirstAppear.name: return FirstAppear(Place(scope: try data.scope, scene: data.scene))
    case Disappear.name: return Disappear(try data.scope, scene: data.scene)
    case PhaseChanged.name: return try data.phaseChanged
    default: throw .malformed("the type '\(type)' is unknown")
    }
  }

  private static func milliseconds(_ text: String) -> Int? {
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    return (try? format.parse(text)).map { Int(($0.timeIntervalSince1970 * 1_000).rounded()) }
  }
}

extension JSONObject {
  fileprivate var attributes: [String: String] {
    let members = object("attributes")?.members ?? []
    return Dictionary(members.map { ($0.key, $0.value.attributeText) }) { first, _ in first }
  }

  fileprivate var scope: Scope {
    get throws(WireError) {
      guard let name = text("scope") else { throw .malformed("the event has no 'scope'") }
      return Scope(name, instance: text("instance"))
    }
  }

  fileprivate var scene: SceneID { text("scene").map { SceneID($0) } ?? .main }

  fileprivate var phaseChanged: PhaseChanged {
    get throws(WireError) {
      guard let from: Phase = word("from"), let to: Phase = word("to") else {
        throw .malformed("a change of phase needs 'from' and 'to'")
      }
      return PhaseChanged(from: from, to: to, isEntry: isTrue("isEntry"), scene: scene)
    }
  }

  fileprivate func word<Word: RawRepresentable<String>>(_ key: String) -> Word? { text(key).flatMap(Word.init(rawValue:)) }
}
