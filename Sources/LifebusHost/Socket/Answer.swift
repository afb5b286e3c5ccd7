internal import Lifebus
internal import LifebusWire

/// What a client is told of an event that it has emitted: what is known of it at one moment.
struct Answer: Sendable {
  let posted: Intake.Posted
  let state: ReceiptState
  let derived: [Derived]
  private(set) var isSettled: Bool
  /// Why the ledger could not keep it.
  private(set) var notStored: String?

  /// What the event derived.
  struct Derived: Sendable {
    let kind: String
    let receipt: Receipt
    let state: ReceiptState

    init(_ kind: String, _ receipt: Receipt) {
      (self.kind, self.receipt) = (kind, receipt)
      state = receipt.state
    }
  }

  init(_ posted: Intake.Posted) {
    self.posted = posted
    state = posted.receipt.state
    derived = Self.derived(posted, state)
    isSettled = state.disposition != .waitingForLaunch && state.isFinal && derived.allSatisfy(\.state.isFinal)
  }

  /// A report stands for the change of phase that it made; of a duplicate that is the first one's.
  private static func derived(_ posted: Intake.Posted, _ state: ReceiptState) -> [Derived] {
    switch posted.line.content {
    case .phase where state.derived.isEmpty && state.disposition == .duplicate: [Derived(PhaseChanged.name, posted.receipt)]
    case .phase: state.derived.map { Derived(PhaseChanged.name, $0) }
    default: state.derived.map { Derived(FirstAppear.name, $0) }
    }
  }

  /// What it is not to be answered without: it is accepted when the ledger has it.
  func isComplete(for wait: WireRequest.Wait) -> Bool {
    (isSettled || wait == .accepted) && state.isStored && derived.allSatisfy(\.state.isStored)
  }

  /// Waits until it has settled, if that is asked for, or the time is over; and until the ledger has the event.
  func completed(for wait: WireRequest.Wait, by deadline: Duration, on bus: LifecycleBus) async -> Answer {
    var answer = wait == .settled ? await settled(by: deadline, on: bus) : self
    var reason: String?
    for receipt in [posted.receipt] + answer.derived.map(\.receipt) {
      do {
        try await receipt.stored()
      } catch LifebusError.notStored(let problem) {
        reason = problem
      } catch {
        // The bus is shut down: the disposition, or the outcomes, say what became of it.
      }
    }
    if wait == .accepted { answer = Answer(posted) }
    answer.notStored = reason
    return answer
  }

  /// Waits until everything has ended or is held by a gate with a verdict, or until a time on the bus's clock.
  private func settled(by deadline: Duration, on bus: LifecycleBus) async -> Answer {
    _ = try? await posted.receipt.settled(within: max(deadline - bus.now, .zero))
    // What an event derived is known when it is published.
    var answer = Answer(posted)
    for derived in answer.derived { _ = try? await derived.receipt.settled(within: max(deadline - bus.now, .zero)) }
    if !answer.derived.isEmpty { answer = Answer(posted) }
    answer.isSettled = bus.now < deadline || answer.isSettled
    return answer
  }
}
