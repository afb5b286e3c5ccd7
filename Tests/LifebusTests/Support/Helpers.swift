import Lifebus
import LifebusTestKit

extension TestBus {
  /// Registers a recorder for everything.
  func recordAll(_ id: HandlerID = "log", policy: Policy = Policy()) throws -> RecordingHandler {
    let recorder = RecordingHandler(id, on: clock)
    try bus.register(recorder, policy: policy) { on in
      on(AnyEvent.self) { recorder, delivery in try await recorder.handle(delivery) }
    }
    return recorder
  }

  /// Registers a recorder for one kind.
  func record<Event: DeliverableEvent>(
    _ id: HandlerID, _ type: Event.Type, named name: String? = nil, scope: String? = nil,
    where filter: (@Sendable (Event) -> Bool)? = nil, once: Once = .everyTime, keep: Keep = .every, policy: Policy = Policy()
  ) throws -> RecordingHandler {
    let recorder = RecordingHandler(id, on: clock)
    try bus.register(recorder, policy: policy) { on in
      on(type, named: name, scope: scope, where: filter, once: once, keep: keep) { recorder, delivery in
        try await recorder.handle(delivery)
      }
    }
    return recorder
  }

  /// A gate whose owner does nothing by itself.
  func gate(_ id: HandlerID = "auth", limit: GateOptions.Limit = .none, onClose: GateOptions.OnClose = .letRun) throws -> Gate {
    _ = try record(id, Launch.self, policy: Policy(gate: GateOptions(limit: limit, onClose: onClose)))
    return bus.gate(id)
  }

  /// Posts an own event and lets everything happen.
  @discardableResult
  func post(_ name: String, id: EventID? = nil) -> Receipt {
    defer { settle() }
    return bus.post(Custom(name), id: id)
  }

  /// Posts the launch and lets everything happen.
  func launch(_ cause: Launch.Cause = .user) {
    bus.post(Launch(cause: cause))
    settle()
  }

  func report(_ reports: SceneReport..., scene: SceneID = .main) {
    for report in reports {
      bus.report(report, scene: scene)
      settle()
    }
  }

  /// The outcomes of a receipt as they stand, as words.
  func words(_ receipt: Receipt) -> [HandlerID: String] { receipt.outcomes.mapValues(\.word) }
}

extension Int {
  var ms: Duration { .milliseconds(self) }
}
