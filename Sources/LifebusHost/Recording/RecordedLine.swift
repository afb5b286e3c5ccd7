internal import Lifebus
internal import LifebusJSON

/// One thing that happens to the bus in a recorded scenario.
enum RecordedLine: Equatable, Sendable {
  case event(EventLine)
  case verdict(gate: String, opensFor: String?)
  case register(String)
  case unregister(String)
  case shutdown

  /// What is posted to get this event; nil for one that only the bus derives from others.
  static func posting(_ subject: Activity.Subject) -> RecordedLine? {
    let id = subject.id == EventID("\(subject.sequence)") ? nil : subject.id
    let content: EventLine.Content? =
      switch subject.event.base {
      case let launch as Launch: .launch(launch.cause, attributes: [:])
      case let appear as Appear: .appear(appear.place)
      case let disappear as Disappear: .disappear(disappear.place)
      case let change as PhaseChanged:
        SceneReport(rawValue: change.to.rawValue).map { .phase($0, scene: change.scene, reason: nil) }
      case is FirstAppear: nil
      case let own as any LifecycleEvent:
        .custom(String(subject.event.kind.dropFirst("custom:".count)), attributes: [:], key: own.onceKey)
      default: nil
      }
    return content.map { .event(EventLine(content: $0, id: id)) }
  }

  /// The line as JSON.
  func json(at time: Int, graceMs: Int) -> String {
    var line = JSONLine()
    switch self {
    case .event(let event): event.write(to: &line)
    case .verdict(let gate, let identity):
      line.add("type", "verdict")
      line.add("gate", gate)
      line.add("to", identity == nil ? "closed" : "open")
      line.add("identity", identity)
    case .register(let handler):
      line.add("type", "register")
      line.add("handler", handler)
    case .unregister(let handler):
      line.add("type", "unregister")
      line.add("handler", handler)
    case .shutdown:
      line.add("type", "shutdown")
      line.add("graceMs", graceMs)
    }
    line.add("at", time)
    return line.text
  }
}

extension EventLine {
  /// The id that a scenario's line has for it: a scenario knows no sources, so another one's id is kept apart by its name.
  var recordedID: String? {
    guard let id else { return nil }
    return id.source == EventID("").source ? id.value : "\(id.source)#\(id.value)"
  }

  fileprivate func write(to line: inout JSONLine) {
    switch content {
    case .launch(let cause, _):
      line.add("type", LineType.launch.rawValue)
      line.add("cause", cause.rawValue)
    case .appear(let place): Self.write(place, .appear, to: &line)
    case .disappear(let place): Self.write(place, .disappear, to: &line)
    case .phase(let report, let scene, let reason):
      line.add("type", LineType.phase.rawValue)
      line.add("to", report.rawValue)
      if scene != .main { line.add("scene", scene.rawValue) }
      line.add("reason", reason?.rawValue)
      // A scenario's report has no id.
      return
    case .custom(let name, _, let key):
      line.add("type", LineType.custom.rawValue)
      line.add("name", name)
      line.add("key", key)
    }
    line.add("id", recordedID)
  }

  private static func write(_ place: Place, _ type: LineType, to line: inout JSONLine) {
    line.add("type", type.rawValue)
    line.add("scope", place.scope.name)
    line.add("instance", place.scope.instance)
    if place.scene != .main { line.add("scene", place.scene.rawValue) }
  }
}
