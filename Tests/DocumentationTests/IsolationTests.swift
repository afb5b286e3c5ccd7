import TestSupport
import Testing

@Suite struct IsolationTests {
  @Test func `A body that touches another actor's state does not compile, and one that touches its own does (H1)`() async throws
  {
    let toolchain = try Toolchain()
    let own = try await toolchain.check(Self.program(touching: "handler"))
    #expect(own.code == 0, "\(own.talk)")
    let others = try await toolchain.check(Self.program(touching: "other"))
    #expect(others.code != 0)
    #expect(others.talk.contains("actor-isolated property 'count' can not be mutated"), "\(others.talk)")
  }

  @Test func `What only the bus derives cannot be posted (E7)`() async throws {
    let toolchain = try Toolchain()
    let checked = try await toolchain.check(
      """
      import Lifebus
      func again(_ delivery: Delivery<FirstAppear>, _ change: Delivery<PhaseChanged>, on bus: LifecycleBus) {
        bus.post(delivery.event)
        bus.post(change.event)
      }
      """)
    #expect(checked.code != 0)
    #expect(checked.talk.contains("'FirstAppear' conform to 'LifecycleEvent'"), "\(checked.talk)")
    #expect(checked.talk.contains("'PhaseChanged' conform to 'LifecycleEvent'"), "\(checked.talk)")
  }

  private static func program(touching name: String) -> String {
    """
    import Lifebus
    actor Counter: LifecycleHandler {
      nonisolated let id: HandlerID
      var count = 0
      init(_ id: HandlerID) { self.id = id }
    }
    let bus = LifecycleBus()
    let other = Counter("other")
    try bus.register(Counter("own")) { on in
      on(Launch.self) { handler, _ in \(name).count += 1 }
    }
    """
  }
}
