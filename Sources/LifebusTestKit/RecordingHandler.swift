public import Lifebus
import Synchronization

/// A handler that writes down its calls and does what a test tells it to.
///
/// ```swift
/// let recorder = RecordingHandler("sync", on: test.clock)
/// try test.bus.register(recorder) { on in
///   on(Launch.self) { recorder, delivery in try await recorder.handle(delivery) }
/// }
/// ```
public actor RecordingHandler: LifecycleHandler {
  /// What a call does after it was written down.
  public enum Behavior: Sendable {
    /// It returns at once.
    case returns
    /// It returns after a while, or throws `CancellationError` when it is cancelled.
    case takes(Duration)
    /// It returns after a while, whether it is cancelled or not.
    case ignoresCancel(Duration)
    /// It throws.
    case fails
    /// It never returns, whatever is asked of it.
    case hangs
    /// It returns when ``RecordingHandler/release()`` is called, and not before.
    case isHeld
  }

  /// What ``Behavior/fails`` throws.
  public struct Failure: Error, CustomStringConvertible {
    /// The reason in words.
    public var description: String { "it was told to fail" }
  }

  private struct State {
    var lines: [String] = []
    var ends: [String] = []
    var running = 0
    var mostAtOnce = 0
    var isStopped = false
    var next: [Behavior] = []
    var behavior = Behavior.returns
    var held: [CheckedContinuation<Void, Never>] = []
    var hung: [UnsafeContinuation<Void, Never>] = []
  }

  /// The handler's name.
  public nonisolated let id: HandlerID

  private nonisolated let clock: ManualClock
  // Behind a lock and not the actor's: a test that looks takes no turn of the actor's away from the bus.
  private nonisolated let state = Mutex(State())

  /// Creates a handler whose calls take time on a clock.
  public init(_ id: HandlerID, on clock: ManualClock) {
    self.id = id
    self.clock = clock
  }

  /// The begin of each call, as `TIME KIND(WHAT) #ATTEMPT replayed`: the time in milliseconds, the attempt from 2 on.
  public nonisolated var lines: [String] { state.withLock { $0.lines } }

  /// The end of each call, as `TIME KIND(WHAT)`.
  public nonisolated var ends: [String] { state.withLock { $0.ends } }

  /// How many calls ran at once at the most: 1, or a rule of the bus is broken.
  public nonisolated var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

  /// True once the bus has stopped the handler.
  public nonisolated var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Says what each call does from now on.
  public nonisolated func does(_ behavior: Behavior) { state.withLock { $0.behavior = behavior } }

  /// Says what the next calls do, one each; those after them do as before.
  public nonisolated func doesNext(_ behaviors: Behavior...) { state.withLock { $0.next += behaviors } }

  /// Lets the calls return that are held, and holds no more.
  public nonisolated func release() {
    let held = state.withLock { state in
      state.behavior = .returns
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  /// Writes the call down and behaves as told: what a clause's body calls.
  public func handle<Event: DeliverableEvent>(_ delivery: Delivery<Event>) async throws {
    let behavior = begin(line(for: delivery))
    defer { end("\(milliseconds) \(what(delivery))") }
    switch behavior {
    case .returns: break
    case .takes(let duration): try await clock.sleep(until: clock.now.advanced(by: duration))
    case .ignoresCancel(let duration): await clock.sleepRegardless(until: clock.now.advanced(by: duration))
    case .fails: throw Failure()
    case .hangs: await withUnsafeContinuation { continuation in state.withLock { $0.hung.append(continuation) } }
    case .isHeld: await withCheckedContinuation { continuation in state.withLock { $0.held.append(continuation) } }
    }
  }

  private func begin(_ line: String) -> Behavior {
    state.withLock { state in
      state.lines.append(line)
      state.running += 1
      state.mostAtOnce = max(state.mostAtOnce, state.running)
      return state.next.isEmpty ? state.behavior : state.next.removeFirst()
    }
  }

  private func end(_ line: String) {
    state.withLock { state in
      state.running -= 1
      state.ends.append(line)
    }
  }

  /// Notes that the bus has stopped the handler.
  public func stop() { state.withLock { $0.isStopped = true } }

  private var milliseconds: Int { Int(clock.now.offset / .milliseconds(1)) }

  private func line<Event: DeliverableEvent>(for delivery: Delivery<Event>) -> String {
    var line = "\(milliseconds) \(what(delivery))"
    if delivery.attempt > 1 { line += " #\(delivery.attempt)" }
    if delivery.isReplayed { line += " replayed" }
    return line
  }

  private func what<Event: DeliverableEvent>(_ delivery: Delivery<Event>) -> String {
    DeliveryText.describe(delivery.event, id: delivery.givenID)
  }
}

/// Deliveries as text.
enum DeliveryText {
  /// `KIND(WHAT)`: the scope, the phase that was reached, or the given id of an own event; no parentheses without it.
  static func describe(_ event: any DeliverableEvent, id: EventID?) -> String {
    if let any = event as? AnyEvent { return describe(any.base, id: id) }
    let kind =
      switch event {
      case let custom as Custom: "custom:\(custom.name)"
      case is Launch, is any PlacedEvent, is PhaseChanged: type(of: event).name
      default: "custom:\(type(of: event).name)"
      }
    guard let what = detail(event, id: id) else { return kind }
    return "\(kind)(\(what))"
  }

  private static func detail(_ event: any DeliverableEvent, id: EventID?) -> String? {
    switch event {
    case let changed as PhaseChanged: changed.to.rawValue
    case is Launch: nil
    default: event.scope?.description ?? id?.value
    }
  }
}
