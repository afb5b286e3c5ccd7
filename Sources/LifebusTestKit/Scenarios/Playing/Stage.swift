internal import Lifebus

/// What the scripted handlers of one process share.
struct Stage: Sendable {
  let clock: ManualClock
  let executor: TestExecutor
  let life: ProcessLife
  let recording: Recording

  /// Milliseconds of virtual time.
  var now: Int { Int(clock.now.offset / .milliseconds(1)) }

  /// Writes down that a call begins; nil in a process that is over.
  func begin<Event: DeliverableEvent>(
    _ delivery: Delivery<Event>, _ handler: HandlerID, clause index: Int
  ) -> Recording.Ticket? {
    guard !life.isOver else { return nil }
    return recording.begin(
      PlayedCall(
        handler: handler.rawValue, clause: index, kind: EventText.kind(of: delivery.event),
        text: EventText.describe(delivery.event), sequence: delivery.sequence, attempt: delivery.attempt,
        isReplayed: delivery.isReplayed, time: now))
  }

  func end(_ ticket: Recording.Ticket) {
    if !life.isOver { recording.end(ticket, at: now) }
  }

  func stop(_ handler: HandlerID) {
    if !life.isOver { recording.stop(handler.rawValue, at: now) }
  }

  /// Waits a while; a cancel cuts it short unless it is ignored.
  func wait(_ milliseconds: Int, ignoresCancel: Bool) async throws {
    guard milliseconds > 0 else { return }
    let end = clock.now.advanced(by: .milliseconds(milliseconds))
    if ignoresCancel { await clock.sleepRegardless(until: end) } else { try await clock.sleep(until: end) }
  }
}

/// Events as scenarios write them.
enum EventText {
  /// `launch`, `appear`, …, `custom:NAME`.
  static func kind(of event: any DeliverableEvent) -> String {
    guard let custom = event as? Custom else { return type(of: event).name }
    return "custom:\(custom.name)"
  }

  /// `KIND(WHAT)`: the scope, the phase that was reached, or the given id of an own event; no parentheses without it.
  static func describe(_ event: any DeliverableEvent) -> String {
    let detail: String? =
      switch event {
      case let custom as Custom: custom.attributes[CustomPost.idAttribute]
      case let changed as PhaseChanged: changed.to.rawValue
      default: event.scope?.description
      }
    return detail.map { "\(kind(of: event))(\($0))" } ?? kind(of: event)
  }
}
