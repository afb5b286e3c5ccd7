import Lifebus

/// A handler that counts what comes in order.
actor Counter: LifecycleHandler {
  nonisolated let id: HandlerID
  // Read when all the work is done, on the one thread that there is.
  nonisolated(unsafe) private(set) var count = 0

  init(_ index: Int) {
    id = HandlerID("counter-\(index)")
  }

  func take(_ number: Int) { count += number == count ? 1 : 0 }
  func takeLater(_ number: Int) async { take(number) }
}
