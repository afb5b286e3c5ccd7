import Foundation
import LifebusThreads

/// A thread that waits for a condition variable.
struct ConditionPeer: Contender {
  let name = "a condition variable between two threads"

  func measure() async throws -> Double {
    let rally = Rally()
    let service = Handoff<Int>(limit: .max)
    Thread.detachNewThread {
      while let number = service.takeAll().first { rally.take(number) }
    }
    defer { service.finish() }
    return try await rally.play(self) { _ = service.put($0) }
  }
}
