internal import Lifebus
internal import LifebusHandlerText
internal import LifebusJSON
internal import LifebusSystem
internal import LifebusThreads
internal import LifebusWire

/// What a plugin's program was asked, and who waits for its answers: on one side the deliveries, on the other the thread that reads
/// what the program writes.
///
/// An answer wakes its delivery without a detour over the plugin's actor.
final class ChildCalls: Sendable {
  private struct Call {
    let number: Int
    let delivery: Delivery<AnyEvent>
    let gate: Gate?
    let answer: CheckedContinuation<Void, any Error>
    /// True when it was told to end: what it says of a failure then is none.
    var isCancelled = false
  }

  private struct State {
    var bus: LifecycleBus?
    var start: CheckedContinuation<ChildRegistration, any Error>?
    var registration: ChildRegistration?
    var isRegistered = false
    var call: Call?
    var lastNumber = 0
    var idle: [CheckedContinuation<Void, Never>] = []
  }

  private let id: HandlerID
  let log: @Sendable (String) -> Void
  private let state = Lock(State())

  init(_ id: HandlerID, log: @escaping @Sendable (String) -> Void) {
    self.id = id
    self.log = log
  }

  var bus: LifecycleBus? { state.withLock { $0.bus } }
  var registration: ChildRegistration? { state.withLock { $0.registration } }
  var isRegistered: Bool { state.withLock { $0.isRegistered } }

  /// What the plugin last committed, as text.
  var committed: String? { bus?.committed(of: id).map(CommittedText.text) }

  func attach(_ bus: LifecycleBus) {
    state.withLock { state in
      state.bus = bus
      state.isRegistered = true
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
    return try await withCheckedThrowingContinuation { continuation in
      let hasEnded = state.withLock { state in
        state.start = continuation
        return link.hasEnded
      }
      if hasEnded { end("it ended at once") } else { link.send(line) }
    }
  }

  private func started(_ result: Result<ChildRegistration, any Error>, _ link: ChildLink) {
    let waiting = state.withLock { state in
      if case .success(let registration) = result { state.registration = registration }
      defer { state.start = nil }
      return state.start
    }
    guard let waiting else { return link.kill(because: "it has answered 'start' twice") }
    waiting.resume(with: result)
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
      try await withCheckedThrowingContinuation { continuation in
        let hasEnded = state.withLock { state in
          state.call = Call(number: number, delivery: delivery, gate: delivery.gate, answer: continuation)
          return link.hasEnded
        }
        guard !hasEnded else { return finish(number, .failure(CallCrashed("its program has ended"))) }
        link.send(ChildDelivery(delivery, number: number, timeout: policy.timeout, time: time).command.line)
      }
    } onCancel: {
      cancel(number, link, policy.grace)
    }
  }

  private func cancel(_ number: Int, _ link: ChildLink, _ grace: Duration) {
    state.withLock { state in
      if state.call?.number == number { state.call?.isCancelled = true }
    }
    link.send(PluginCommand.cancel(number).line)
    Task { [weak self, weak link] in
      try await Task.sleep(for: grace)
      guard let self, state.withLock({ $0.call?.number == number }) else { return }
      link?.kill(because: "it did not answer 'cancel' in \(grace.brief)")
    }
  }

  /// Ends the call with this number; nil: whichever runs.
  private func finish(_ number: Int?, _ result: Result<Void, any Error>) {
    let (call, idle) = state.withLock { state -> (Call?, [CheckedContinuation<Void, Never>]) in
      guard let call = state.call, number == nil || call.number == number else { return (nil, []) }
      state.call = nil
      defer { state.idle = [] }
      return (call, state.idle)
    }
    call?.answer.resume(with: result)
    for waiting in idle { waiting.resume() }
  }

  /// Waits until no call runs.
  func whenIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.call != nil { state.idle.append(continuation) }
        return state.call == nil
      }
      if isIdle { continuation.resume() }
    }
  }

  /// The program has ended.
  func end(_ reason: String) {
    let start = state.withLock { state in
      defer { state.start = nil }
      return state.start
    }
    start?.resume(throwing: ChildEnded(description: "'\(id)' cannot start: \(reason)"))
    finish(nil, .failure(CallCrashed(reason)))
  }
}

// MARK: What the program says

extension ChildCalls {
  /// Takes a line of the program's.
  func take(_ bytes: [UInt8], from link: ChildLink) {
    do throws(WireError) {
      try take(PluginReply(bytes), from: link)
    } catch {
      link.kill(because: "it has written what no plugin says (\(error)): \(Self.excerpt(bytes))")
    }
  }

  private func take(_ reply: PluginReply, from link: ChildLink) throws(WireError) {
    switch reply {
    case .handler(let object):
      do throws(FieldError) {
        started(.success(try ChildRegistration(object, name: id)), link)
      } catch {
        started(.failure(HostError("'\(id)' wants what is not to be had: \(error.text)")), link)
      }
    case .refusal(let reason): started(.failure(HostError("'\(id)' cannot start: \(reason)")), link)
    case .done(let number, let commit, let note): done(number, commit, note)
    case .failed(let number, let reason, let again):
      let isCancelled = call(number)?.isCancelled == true
      finish(number, .failure(Self.failure(reason, again: again, isCancelled: isCancelled)))
    case .unwanted(let number): finish(number, .failure(CallUnwanted()))
    case .moreTime(let number, let milliseconds): call(number)?.delivery.extendTimeout(by: .milliseconds(milliseconds))
    case .post(let event, let number): post(event, call(number)?.delivery)
    case .opens(let identity, let number): gate(number)?.open(Identity(identity))
    case .closes(let reason, let number): gate(number)?.close(reason)
    case .log(let text): log(text)
    }
  }

  private static func failure(_ reason: String, again: Bool, isCancelled: Bool) -> any Error {
    if isCancelled { return CancellationError() }
    return again ? ChildFailure(reason) : PermanentFailure(reason)
  }

  private func call(_ number: Int?) -> Call? {
    state.withLock { state in state.call.flatMap { $0.number == number ? $0 : nil } }
  }

  private func done(_ number: Int, _ commit: String?, _ note: String?) {
    guard let call = call(number) else { return }
    if let commit { call.delivery.commit(CommittedText.value(of: commit)) }
    if let note { call.delivery.note(note) }
    finish(number, .success(()))
  }

  private func gate(_ number: Int?) -> Gate? {
    guard let number else { return bus?.gate(id) }
    return call(number)?.gate
  }

  private func post(_ event: JSONObject, _ delivery: Delivery<AnyEvent>?) {
    guard let bus else { return }
    do throws(LineError) {
      try EventLine.parse(Array(JSONValue.object(event).json.utf8)).post(on: bus, from: delivery)
    } catch {
      log("an event cannot be posted: \(error)")
    }
  }

  private static func excerpt(_ bytes: [UInt8]) -> String {
    let text = visible(String(decoding: bytes.prefix(80), as: UTF8.self))
    return bytes.count > 80 ? "\(text)…" : text
  }
}

/// What a plugin's program says of a delivery that has failed.
struct ChildFailure: Error, CustomStringConvertible {
  let description: String

  init(_ reason: String) { description = reason }
}
