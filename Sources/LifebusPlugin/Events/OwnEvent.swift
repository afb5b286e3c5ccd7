internal import Lifebus
internal import LifebusJSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An event of a type of the plugin's own, for a host that does not have the type.
enum OwnEvent {
  /// Its members as texts; none if it cannot be encoded.
  static func attributes(of event: any DeliverableEvent) -> [String: String] {
    guard let event = event as? any Encodable, let data = try? JSONEncoder().encode(event),
      let object = JSONObject(parsing: Array(data))
    else { return [:] }
    return Dictionary(object.members.map { ($0.key, $0.value.attributeText) }) { first, _ in first }
  }
}
