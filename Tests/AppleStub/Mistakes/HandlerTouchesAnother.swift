// expect: actor-isolated property 'count' can not be mutated
import LifebusUI

actor Counter: LifecycleHandler {
  nonisolated let id: HandlerID = "counter"
  var count = 0
}

func register(_ own: Counter, beside other: Counter, on bus: LifecycleBus) throws {
  try bus.register(own) { on in
    on(Appear.self) { _, _ in other.count += 1 }
  }
}
