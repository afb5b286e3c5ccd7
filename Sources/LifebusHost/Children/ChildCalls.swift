internal import Lifebus
internal import LifebusHandlerText
internal import LifebusSystem
internal import LifebusThreads
internal import LifebusWire

/// What a plugin's program was asked, and who waits for its answers: on one side the deliveries, on the other the thread that
/// reads what the program writes.
///
/// An answer wakes its delivery without a detour over the plugin's actor.
final class ChildCalls: Sendable {
  struct Call {
    let number: Int
    let delivery: Delivery<AnyEvent>
    let gate: Gate?
    let link: ChildLink
    let answer: CheckedContinuation<Void, any Error>
    /// True when it was told to end: what it says of a failure then is none.
    var isCancelled = false
  }

  private struct Start {
    let link: ChildLink
    let answer: CheckedContinuation<ChildRegistration, any Error>
  }

  private struct State {
    /// The bus keeps the plugin, and not the other way round.
    weak var bus: LifecycleBus?
    /// What calls go through, while they may begin.
    var current: ChildLink?
    var start: Start?
    var call: Call?
    var lastNumber = 0
    /// How many events it has posted since it was last made to wait.
    var posts = 0
  }

  /// The events that a program posts without being made to wait for their handlers.
  private static let postLimit = 1_000

  let id: HandlerID
  let log: @Sendable (String) -> Void
  private let state = Lock(State())

  init(_ id: HandlerID, log: @escaping @Sendable (String) -> Void) {
    self.id = id
    self.log = log
  }

  var bus: LifecycleBus? { state.withLock { $0.bus } }

  /// What the plugin last committed, as text.
  var committed: String? { bus?.committed(of: id).map(CommittedText.text) }

  func attach(_ bus: LifecycleBus) { state.withLock { $0.bus = bus } }

  // MARK: Whether there are any

  /// Lets calls begin; through this link, if it is given.
  func resume(through link: ChildLink? = nil) {
    state.withLock { $0.current = link }
    bus?.resume(id)
  }

  /// Lets no further call begin, if they went through this link: no time of a call is to pass before the next program runs and
  /// has said what it wants.
  func suspend(_ link: ChildLink) {
    let isCurrent = state.withLock { state in
      defer { if state.current === link { state.current = nil } }
      return state.current === link
    }
    if isCurrent { bus?.suspend(id) }
  }

  /// Counts an event that the program has posted; true if it is to wait.
  func isToBrake() -> Bool {
    state.withLock { state in
      state.posts = (state.posts + 1) % Self.postLimit
      return state.posts == 0
    }
  }

  // MARK: Start

  /// Sends `start`, and waits for what the program wants.
  func answer(of link: ChildLink, _ line: String, within limit: Duration) async throws -> ChildRegistration {
    let alarm = Task {
      try await Task.sleep(for: limit)
      link.kill(because: "it did not answer 'start' in \(limit.brief)")
    }
    defer { alarm.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { answer in
        state.withLock { $0.start = Start(link: link, answer: answer) }
        if let end = link.end { self.end(of: link, end) } else { link.send(line) }
      }
    } onCancel: {
      link.kill(because: "nobody waits for it any more")
    }
  }

  /// The program has answered `start`.
  func started(_ result: Result<ChildRegistration, any Error>, _ link: ChildLink) {
    guard let start = takeStart(of: link) else { return link.kill(because: "it has answered 'start' twice") }
    start.answer.resume(with: result)
  }

  private func takeStart(of link: ChildLink) -> Start? {
    state.withLock { state in
      guard let start = state.start, start.link === link else { return nil }
      state.start = nil
      return start
    }
  }

  // MARK: Deliveries

  /// Has the program handle a delivery.
  ///
  /// - Throws: Why it has failed; ``CallCrashed`` if the program ends meanwhile.
  func call(_ delivery: Delivery<AnyEvent>, through link: ChildLink, _ policy: Policy, time: String) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { answer in
        let call = Call(number: number, delivery: delivery, gate: delivery.gate, link: link, answer: answer)
        state.withLock { $0.call = call }
        // What happened before there was a call to end.
        if let end = link.end { return self.end(of: link, end) }
        if Task.isCancelled { return finish(number, .failure(CancellationError())) }
        link.send(ChildDelivery(delivery, number: number, timeout: policy.timeout, time: time).command.line)
      }
    } onCancel: {
      cancel(number, link, policy.grace)
    }
  }

  private func cancel(_ number: Int, _ link: ChildLink, _ grace: Duration) {
    let runs = state.withLock { state in
      guard state.call?.number == number else { return false }
      state.call?.isCancelled = true
      return true
    }
    guard runs else { return }
    link.send(PluginCommand.cancel(number).line)
    Task { [weak self, weak link] in
      try await Task.sleep(for: grace)
      guard self?.call(number) != nil else { return }
      link?.kill(because: "it did not answer 'cancel' in \(grace.brief)")
    }
  }

  /// The call with this number, if it runs.
  func call(_ number: Int?) -> Call? {
    state.withLock { state in state.call.flatMap { $0.number == number ? $0 : nil } }
  }

  /// Ends the call with this number, if it runs.
  func finish(_ number: Int, _ result: Result<Void, any Error>) {
    let call = state.withLock { state -> Call? in
      guard let call = state.call, call.number == number else { return nil }
      state.call = nil
      return call
    }
    call?.answer.resume(with: result)
  }

  /// A program has ended, and answers nothing more.
  func end(of link: ChildLink, _ reason: String) {
    takeStart(of: link)?.answer.resume(throwing: ChildEnded(reason))
    let number = state.withLock { $0.call.flatMap { $0.link === link ? $0.number : nil } }
    if let number { finish(number, .failure(CallCrashed(reason))) }
  }
}
