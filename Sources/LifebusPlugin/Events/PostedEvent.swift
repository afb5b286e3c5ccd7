internal import Lifebus
internal import LifebusJSON

/// An event that the plugin posts, as the host reads it: in short form, or as a CloudEvent if its id is of a source of its own.
struct PostedEvent: Sendable {
  private let post: RelayedPost

  init(_ post: RelayedPost) {
    self.post = post
  }

  var object: JSONObject {
    var object = JSONObject()
    guard let id = post.id, id.source != EventID("").source else {
      object.add("type", word)
      object.add("name", customName)
      object.add("id", post.id?.value)
      for member in data.members { _ = object.append(member.key, member.value) }
      return object
    }
    object.add("specversion", "1.0")
    object.add("id", id.value)
    object.add("source", id.source)
    object.add("type", "dev.lifebus.\(word)" + (customName.map { ".\($0)" } ?? ""))
    _ = object.append("data", .object(data))
    return object
  }

  private var word: String {
    switch post.content {
    case .report: "phase"
    case .event(let event): customName == nil ? event.kind : "custom"
    }
  }

  private var customName: String? {
    guard case .event(let event) = post.content, event.kind.hasPrefix("custom:") else { return nil }
    return String(event.kind.dropFirst("custom:".count))
  }

  private var data: JSONObject {
    var data = JSONObject()
    switch post.content {
    case .report(let report, let scene, let reason):
      data.add("to", report.rawValue)
      data.add("scene", scene.rawValue)
      data.add("reason", reason?.rawValue)
    case .event(let event): add(event.base, to: &data)
    }
    return data
  }

  private func add(_ event: any DeliverableEvent, to data: inout JSONObject) {
    switch event {
    case let launch as Launch:
      data.add("cause", launch.cause.rawValue)
      data.add("attributes", launch.attributes)
    case let placed as any PlacedEvent:
      data.add("scope", placed.place.scope.name)
      data.add("instance", placed.place.scope.instance)
      data.add("scene", placed.place.scene.rawValue)
    case let custom as Custom:
      data.add("attributes", custom.attributes)
      data.add("key", custom.onceKey)
    default:
      data.add("attributes", OwnEvent.attributes(of: event))
      data.add("key", (event as? any LifecycleEvent)?.onceKey)
    }
  }
}

extension JSONObject {
  /// Adds a text; nothing for nil.
  fileprivate mutating func add(_ key: String, _ text: String?) {
    if let text { _ = append(key, .string(text)) }
  }

  /// Adds texts in the order of their names; nothing for none.
  fileprivate mutating func add(_ key: String, _ texts: [String: String]) {
    guard !texts.isEmpty else { return }
    var object = JSONObject()
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) { object.add(name, text) }
    _ = append(key, .object(object))
  }
}
