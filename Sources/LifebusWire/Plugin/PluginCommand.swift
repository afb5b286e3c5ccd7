package import LifebusJSON

/// A line of a host's for a plugin that runs as a program; `Sources/LifebusPlugin/PROTOCOL.md` says what they mean.
package enum PluginCommand: Equatable, Sendable {
  /// The first line: who the plugin is, and with which options.
  case start(Start)
  /// What the plugin wants is registered; with what it last committed.
  case registered(committed: String?)
  case deliver(Delivery)
  /// The call for a delivery is to end soon.
  case cancel(Int)
  /// No more deliveries come.
  case stop

  package struct Start: Equatable, Sendable {
    package var name: String
    package var appVersion: String
    package var folder: String
    package var base: String
    package var options: JSONObject

    package init(name: String, appVersion: String, folder: String, base: String, options: JSONObject) {
      (self.name, self.appVersion, self.folder, self.base, self.options) = (name, appVersion, folder, base, options)
    }
  }

  package struct Delivery: Equatable, Sendable {
    /// Its number, new for each call.
    package var number: Int
    package var attempt: Int
    package var key: String
    package var timeoutMilliseconds: Int?
    package var isReplayed = false
    package var isFromEarlierProcess = false
    /// A CloudEvent.
    package var event: JSONObject

    package init(number: Int, attempt: Int, key: String, event: JSONObject) {
      (self.number, self.attempt, self.key, self.event) = (number, attempt, key, event)
    }
  }

  /// The line, without its end.
  package var line: String {
    var line = JSONLine()
    switch self {
    case .start(let start): Self.add(start, to: &line)
    case .registered(let committed):
      line.add("do", "registered")
      line.add("committed", committed)
    case .deliver(let delivery): Self.add(delivery, to: &line)
    case .cancel(let number):
      line.add("do", "cancel")
      line.add("delivery", number)
    case .stop: line.add("do", "stop")
    }
    return line.text
  }

  private static func add(_ start: Start, to line: inout JSONLine) {
    line.add("lifebus", Wire.version)
    line.add("do", "start")
    line.add("name", start.name)
    line.add("appVersion", start.appVersion)
    line.add("folder", start.folder)
    line.add("base", start.base)
    line.add("options", json: JSONValue.object(start.options).json)
  }

  private static func add(_ delivery: Delivery, to line: inout JSONLine) {
    line.add("do", "deliver")
    line.add("delivery", delivery.number)
    line.add("attempt", delivery.attempt)
    line.add("key", delivery.key)
    line.add("timeoutMs", delivery.timeoutMilliseconds)
    if delivery.isReplayed { line.add("replayed", true) }
    if delivery.isFromEarlierProcess { line.add("earlierProcess", true) }
    line.add("event", json: JSONValue.object(delivery.event).json)
  }
}

// MARK: Reading

extension PluginCommand {
  /// Reads a line of a host's.
  package init(_ bytes: [UInt8]) throws(WireError) {
    let members = try WireMembers(bytes, of: "the host's line")
    switch members.text("do") {
    case "start": self = .start(try Self.start(members))
    case "registered": self = .registered(committed: members.text("committed"))
    case "deliver": self = .deliver(try Self.delivery(members))
    case "cancel": self = .cancel(try members.needed("delivery"))
    case "stop": self = .stop
    case let verb: throw .malformed("'\(verb ?? "")' is nothing that a plugin is told")
    }
  }

  private static func start(_ members: WireMembers) throws(WireError) -> Start {
    guard members.number("lifebus") == Wire.version else { throw .otherVersion(members.number("lifebus")) }
    guard let name = members.text("name"), let folder = members.text("folder"), let base = members.text("base") else {
      throw .malformed("a 'start' needs 'name', 'folder' and 'base'")
    }
    return Start(
      name: name, appVersion: members.text("appVersion") ?? "", folder: folder, base: base,
      options: members.object.object("options") ?? JSONObject())
  }

  private static func delivery(_ members: WireMembers) throws(WireError) -> Delivery {
    guard let key = members.text("key"), let event = members.object.object("event") else {
      throw .malformed("a 'deliver' needs 'key' and 'event'")
    }
    var delivery = Delivery(
      number: try members.needed("delivery"), attempt: try members.needed("attempt"), key: key, event: event)
    delivery.timeoutMilliseconds = members.number("timeoutMs")
    delivery.isReplayed = members.isTrue("replayed")
    delivery.isFromEarlierProcess = members.isTrue("earlierProcess")
    return delivery
  }
}
