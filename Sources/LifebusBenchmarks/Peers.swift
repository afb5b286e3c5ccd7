import Foundation
import Lifebus

/// The event that every contender delivers.
struct Tick: LifecycleEvent {
  let number: Int
}

/// What every contender's handler does: it checks the order and counts.
struct Tally {
  private(set) var count = 0
  private var last = -1
  private(set) var isInOrder = true

  mutating func take(_ number: Int) {
    if number <= last { isInOrder = false }
    last = number
    count += 1
  }
}

/// A handler of the bus, with a body that suspends or one that does not.
actor Counter: LifecycleHandler {
  nonisolated let id: HandlerID
  private(set) var tally = Tally()

  init(_ index: Int) {
    id = HandlerID("counter-\(index)")
  }

  func take(_ number: Int) { tally.take(number) }
  func takeLater(_ number: Int) async { tally.take(number) }
}

/// Something that delivers events to `count` handlers: the bus or a peer of it.
protocol Contender {
  static var name: String { get }
  /// Delivers the events to all handlers and returns, for each, what it got.
  static func run(handlers: Int, events: Int) async throws -> (elapsed: Duration, tallies: [Tally])
}

/// The bus, with limits, outcomes, receipts and once checks on as they always are, and a timeout for each handler.
enum Bus {
  static func run(handlers: Int, events: Int, suspending: Bool) async throws -> (elapsed: Duration, tallies: [Tally]) {
    let bus = LifecycleBus()
    let counters = (0..<handlers).map { Counter($0) }
    for counter in counters {
      try bus.register(counter, policy: Policy(timeout: .seconds(10))) { on in
        if suspending {
          on(Tick.self) { counter, delivery in await counter.takeLater(delivery.event.number) }
        } else {
          on(Tick.self) { counter, delivery in counter.take(delivery.event.number) }
        }
      }
    }
    bus.post(Launch())
    try await bus.idle()
    let elapsed = try await ContinuousClock().measure {
      for number in 0..<events { bus.post(Tick(number: number)) }
      try await bus.idle()
    }
    var tallies: [Tally] = []
    for counter in counters { tallies.append(await counter.tally) }
    return (elapsed, tallies)
  }
}

enum SuspendingBodies: Contender {
  static let name = "lifebus, bodies that may suspend"
  static func run(handlers: Int, events: Int) async throws -> (elapsed: Duration, tallies: [Tally]) {
    try await Bus.run(handlers: handlers, events: events, suspending: true)
  }
}

enum ImmediateBodies: Contender {
  static let name = "lifebus, bodies without await"
  static func run(handlers: Int, events: Int) async throws -> (elapsed: Duration, tallies: [Tally]) {
    try await Bus.run(handlers: handlers, events: events, suspending: false)
  }
}

/// Observers of a notification, called one after another on the poster's thread.
enum NotificationCenterPeer: Contender {
  static let name = "NotificationCenter.post"

  private final class Observer: @unchecked Sendable {
    // Proof of @unchecked: one thread posts, and the center calls observers on it.
    var tally = Tally()
  }

  static func run(handlers: Int, events: Int) async throws -> (elapsed: Duration, tallies: [Tally]) {
    let center = NotificationCenter()
    let name = Notification.Name("tick")
    let observers = (0..<handlers).map { _ in Observer() }
    let tokens = observers.map { observer in
      center.addObserver(forName: name, object: nil, queue: nil) { notification in
        if let tick = notification.userInfo?["tick"] as? Tick { observer.tally.take(tick.number) }
      }
    }
    let elapsed = ContinuousClock().measure {
      for number in 0..<events { center.post(name: name, object: nil, userInfo: ["tick": Tick(number: number)]) }
    }
    tokens.forEach(center.removeObserver)
    return (elapsed, observers.map(\.tally))
  }
}

/// One unbounded stream and one task for each handler.
enum AsyncStreamPeer: Contender {
  static let name = "AsyncStream per actor"

  static func run(handlers: Int, events: Int) async throws -> (elapsed: Duration, tallies: [Tally]) {
    let counters = (0..<handlers).map { Counter($0) }
    let streams = counters.map { _ in AsyncStream.makeStream(of: Tick.self) }
    let tasks = zip(counters, streams).map { counter, stream in
      Task.detached { for await tick in stream.stream { await counter.take(tick.number) } }
    }
    let clock = ContinuousClock()
    let start = clock.now
    for number in 0..<events {
      for stream in streams { stream.continuation.yield(Tick(number: number)) }
    }
    for stream in streams { stream.continuation.finish() }
    for task in tasks { await task.value }
    let elapsed = start.duration(to: clock.now)
    var tallies: [Tally] = []
    for counter in counters { tallies.append(await counter.tally) }
    return (elapsed, tallies)
  }
}
