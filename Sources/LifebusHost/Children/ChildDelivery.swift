internal import Lifebus
internal import LifebusJSON
internal import LifebusWire

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A delivery as a plugin's program is told of it: a CloudEvent, and what the call has beside it.
struct ChildDelivery {
  private let delivery: Delivery<AnyEvent>
  private let number: Int
  private let timeout: Duration?
  private let time: String

  init(_ delivery: Delivery<AnyEvent>, number: Int, timeout: Duration?, time: String) {
    (self.delivery, self.number, self.timeout, self.time) = (delivery, number, timeout, time)
  }

  var command: PluginCommand {
    var line = PluginCommand.Delivery(
      number: number, attempt: delivery.attempt, key: delivery.idempotencyKey, event: event)
    line.timeoutMilliseconds = timeout.map { Int($0 / .milliseconds(1)) }
    line.isReplayed = delivery.isReplayed
    line.isFromEarlierProcess = delivery.isFromEarlierProcess
    return .deliver(line)
  }

  private var event: JSONObject {
    var object = JSONObject()
    object.set("specversion", .string("1.0"))
    object.set("id", .string(delivery.id.value))
    object.set("source", .string(delivery.id.source))
    object.set("type", .string(Self.type(of: delivery.event.kind)))
    object.set("time", .string(time))
    object.set("sequence", .string("\(delivery.sequence)"))
    if delivery.cause > 0 { object.set("causedby", .string("\(delivery.cause)")) }
    object.set("data", .object(data))
    return object
  }

  private static func type(of kind: String) -> String {
    let custom = "custom:"
    return "dev.lifebus." + (kind.hasPrefix(custom) ? "custom." + kind.dropFirst(custom.count) : kind)
  }

  private var data: JSONObject {
    var data = JSONObject()
    if let scope = delivery.event.scope {
      data.set("scope", .string(scope.name))
      if let instance = scope.instance { data.set("instance", .string(instance)) }
    }
    if let scene = delivery.event.scene { data.set("scene", .string(scene.rawValue)) }
    switch delivery.event.base {
    case let launch as Launch:
      data.set("cause", .string(launch.cause.rawValue))
      data.set("attributes", Self.object(launch.attributes))
    case let change as PhaseChanged:
      data.set("from", .string(change.from.rawValue))
      data.set("to", .string(change.to.rawValue))
      data.set("isEntry", .bool(change.isEntry))
      data.set("isExit", .bool(change.isExit))
    case let custom as Custom:
      data.set("attributes", Self.object(custom.attributes))
      if let key = custom.onceKey { data.set("key", .string(key)) }
    case is any PlacedEvent: break
    case let own as any Encodable: data.set("payload", Self.payload(own))
    default: break
    }
    return data
  }

  private static func object(_ attributes: [String: String]) -> JSONValue {
    var object = JSONObject()
    for (key, value) in attributes.sorted(by: { $0.key < $1.key }) { object.set(key, .string(value)) }
    return .object(object)
  }

  /// An application's own event, as it encodes itself.
  private static func payload(_ event: any Encodable) -> JSONValue {
    guard let bytes = try? JSONEncoder().encode(event), let value = try? JSONParser.parse(Array(bytes)) else { return .null }
    return value
  }
}

extension JSONObject {
  fileprivate mutating func set(_ key: String, _ value: JSONValue) { _ = append(key, value) }
}
