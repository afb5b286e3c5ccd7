/// A queue from one thread to another with a bound on what is not done yet: whoever puts something in waits for room, and whoever
/// takes out waits for something.
public final class Handoff<Element: Sendable>: Sendable {
  private let condition = Condition()
  private let limit: Int
  // All three are guarded by `condition`.
  private nonisolated(unsafe) var elements: [Element] = []
  private nonisolated(unsafe) var inWork = 0
  private nonisolated(unsafe) var isFinished = false

  /// Creates an empty queue, of whose elements at most so many may be waiting or in work.
  public init(limit: Int) {
    self.limit = limit
  }

  /// Puts one in, when there is room; false once the queue is finished.
  public func put(_ element: Element) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while elements.count + inWork >= limit, !isFinished { condition.wait() }
    guard !isFinished else { return false }
    elements.append(element)
    condition.signal()
    return true
  }

  /// Takes out all that are there, which are in work then, and waits for one if there is none; nothing once the queue is
  /// finished and empty.
  public func takeAll() -> [Element] {
    condition.lock()
    defer { condition.unlock() }
    while elements.isEmpty, !isFinished { condition.wait() }
    defer { elements = [] }
    inWork += elements.count
    return elements
  }

  /// So many are done, and make room.
  public func done(_ count: Int) {
    condition.lock()
    inWork -= count
    condition.signal()
    condition.unlock()
  }

  /// Whether anything waits or is in work.
  public var isBusy: Bool {
    condition.lock()
    defer { condition.unlock() }
    return elements.count + inWork > 0
  }

  /// Lets nothing more in; what is there can still be taken out.
  public func finish() {
    condition.lock()
    isFinished = true
    condition.signal()
    condition.unlock()
  }
}
