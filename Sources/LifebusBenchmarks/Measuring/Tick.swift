import Lifebus

/// The event that every contender delivers.
struct Tick: LifecycleEvent, Codable {
  let number: Int
}
