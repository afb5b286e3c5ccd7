import Lifebus
import Testing

@MainActor
private final class Model {
  var seen: [String] = []
}

@Suite struct MainActorTests {
  @Test @MainActor func `An object of the main actor handles on the main actor, with bodies of both kinds (H1)`() async throws {
    let bus = LifecycleBus()
    let model = Model()
    try bus.register("model", owner: model) { on in
      on(Launch.self) { model, _ in model.seen.append("launch") }
      on(Appear.self) { model, delivery in
        await Task.yield()
        model.seen.append("appear \(delivery.event.place.scope)")
      }
    }
    bus.post(Launch())
    let receipt = bus.post(Appear("home"))
    #expect(try await receipt.settled() == ["model": .done])
    #expect(model.seen == ["launch", "appear home"])
  }

  @Test @MainActor func `When the object is gone, its registration is (H1)`() async throws {
    let bus = LifecycleBus()
    weak var gone: Model?
    do {
      let model = Model()
      gone = model
      try bus.register("model", owner: model) { on in
        on(AnyEvent.self) { model, delivery in model.seen.append(delivery.event.kind) }
      }
    }
    #expect(gone == nil)
    let launch = bus.post(Launch())
    #expect(try await launch.settled() == ["model": .skipped(.ended)])
    #expect(bus.snapshot().handlers.isEmpty)
  }

  @Test @MainActor func `A long backlog lets others run on the main actor in between`() async throws {
    let bus = LifecycleBus()
    let model = Model()
    try bus.register("model", owner: model) { on in on(Custom.self) { model, _ in model.seen.append("event") } }
    bus.post(Launch())
    var receipt: Receipt?
    for _ in 0..<100 { receipt = bus.post(Custom("x")) }
    let between = Task { @MainActor in model.seen.count }
    _ = try await receipt?.settled()
    #expect(model.seen.count == 100)
    #expect(await between.value < 100)
  }
}
