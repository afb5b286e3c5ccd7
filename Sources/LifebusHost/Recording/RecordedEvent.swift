internal import Lifebus

/// An event of the log, as far as a scenario's filters can tell events apart.
struct RecordedEvent: Equatable, Sendable {
  let sequence: Int
  let kind: String
  var scope: String?
  var scene: String?
  var cause: String?
  var from: String?
  var to: String?
  var isEntry = false
  var isExit = false

  init(_ sequence: Int, kind: String) {
    self.sequence = sequence
    self.kind = kind
  }

  init(_ sequence: Int, _ event: AnyEvent) {
    self.init(sequence, kind: event.kind)
    scope = event.scope?.name
    scene = event.scene?.rawValue
    switch event.base {
    case let launch as Launch: cause = launch.cause.rawValue
    case let change as PhaseChanged:
      from = change.from.rawValue
      to = change.to.rawValue
      isEntry = change.isEntry
      isExit = change.isExit
    default: break
    }
  }

  var isCustom: Bool { kind.hasPrefix("custom:") }
  var isPhaseChange: Bool { kind == PhaseChanged.name }
}
