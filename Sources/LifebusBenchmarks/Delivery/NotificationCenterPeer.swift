import Foundation

/// Observers of a notification, called one after another on the poster's thread.
struct NotificationCenterPeer: Contender {
  let name = "NotificationCenter.post"
  private let events = 20_000

  func measure() async throws -> Double {
    let center = NotificationCenter()
    let name = Notification.Name("tick")
    let observers = (0..<8).map { _ in Observer() }
    let tokens = observers.map { observer in
      center.addObserver(forName: name, object: nil, queue: nil) { notification in
        if let tick = notification.userInfo?["tick"] as? Tick { observer.tally.take(tick.number) }
      }
    }
    let elapsed = ContinuousClock().measure {
      for number in 0..<events { center.post(name: name, object: nil, userInfo: ["tick": Tick(number: number)]) }
    }
    tokens.forEach(center.removeObserver)
    try observers.map(\.tally).check(events, of: self)
    return elapsed / .nanoseconds(events)
  }

  private final class Observer: @unchecked Sendable {
    // Proof of @unchecked: one thread posts, and the center calls observers on it.
    var tally = Tally()
  }
}
