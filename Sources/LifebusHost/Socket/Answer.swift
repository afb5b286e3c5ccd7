internal import Lifebus
internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// What a client is told of an event that it has emitted.
struct Answer: Sendable {
  private let posted: Intake.Posted
  private let bus: LifecycleBus
  private let receipt: Receipt
  /// What the event derived, with its kind.
  private let derived: [(kind: String, receipt: Receipt)]
  private(set) var isSettled: Bool
  /// Why the ledger could not keep it.
  private var notStored: String?

  init(_ posted: Intake.Posted, _ bus: LifecycleBus) {
    self.posted = posted
    self.bus = bus
    receipt = posted.receipt
    derived = Self.derived(posted)
    isSettled = receipt.disposition != .waitingForLaunch && ([receipt] + derived.map(\.receipt)).allSatisfy(\.isFinal)
  }

  /// A report stands for the change of phase that it made; of a duplicate that is the first one's.
  private static func derived(_ posted: Intake.Posted) -> [(kind: String, receipt: Receipt)] {
    let receipt = posted.receipt
    switch posted.line.content {
    case .phase where receipt.derived.isEmpty && receipt.disposition == .duplicate: return [(PhaseChanged.name, receipt)]
    case .phase: return receipt.derived.map { (PhaseChanged.name, $0) }
    default: return receipt.derived.map { (FirstAppear.name, $0) }
    }
  }

  /// What it is not to be answered without: it is accepted when the ledger has it.
  func isComplete(for wait: WireRequest.Wait) -> Bool {
    (isSettled || wait == .accepted) && ([receipt] + derived.map(\.receipt)).allSatisfy(\.isStored)
  }

  /// Waits until the ledger has the event, and then, if that is asked for, until it has settled or the time is over.
  func completed(for wait: WireRequest.Wait, by deadline: Duration) async -> Answer {
    var reason: String?
    for receipt in [receipt] + derived.map(\.receipt) {
      do {
        try await receipt.stored()
      } catch LifebusError.notStored(let problem) {
        reason = problem
      } catch {
        // The bus is shut down: the disposition, or the outcomes, say what became of it.
      }
    }
    var answer = wait == .settled ? await settled(by: deadline) : Answer(posted, bus)
    answer.notStored = reason
    return answer
  }

  /// Waits until everything has ended or is held by a gate with a verdict, or until a time on the bus's clock.
  private func settled(by deadline: Duration) async -> Answer {
    _ = try? await receipt.settled(within: max(deadline - bus.now, .zero))
    // What an event derived is known when it is published.
    var answer = Answer(posted, bus)
    for derived in answer.derived { _ = try? await derived.receipt.settled(within: max(deadline - bus.now, .zero)) }
    answer = Answer(posted, bus)
    answer.isSettled = bus.now < deadline || answer.isSettled
    return answer
  }

  // MARK: As JSON

  /// The answer on one line, without its end.
  var text: String { Self.text(receipt, posted.line.kind, posted.line.scope, isSettled, derived, notStored: notStored) }

  private static func text(
    _ receipt: Receipt, _ kind: String, _ scope: Scope?, _ isSettled: Bool, _ derived: [(kind: String, receipt: Receipt)],
    notStored: String? = nil
  ) -> String {
    let isReport = kind == LineType.phase.rawValue
    let subject = isReport ? derived.first?.receipt ?? receipt : receipt
    var line = JSONLine()
    line.add("id", subject.id.value)
    line.add("sequence", subject.sequence)
    line.add("event", kind)
    line.add("scope", scope?.description)
    line.add("duplicate", receipt.disposition == .duplicate)
    line.add("settled", isSettled)
    line.add("disposition", receipt.disposition.word)
    line.add("notStored", notStored)
    let keptFor = subject.keptFor.map(\.rawValue)
    if !keptFor.isEmpty { line.add("keptFor", json: JSONValue.array(keptFor.map { .string($0) }).json) }
    line.add("outcomes", json: isReport ? "{}" : outcomes(receipt))
    if !derived.isEmpty {
      let objects = derived.map { text($0.receipt, $0.kind, scope, isSettled, []) }
      line.add("derived", json: "[" + objects.joined(separator: ",") + "]")
    }
    return line.text
  }

  private static func outcomes(_ receipt: Receipt) -> String {
    let calls = receipt.calls
    let outcomes = receipt.outcomes.map { handler, outcome in
      var line = JSONLine()
      line.add("outcome", outcome.word)
      line.add("attempts", calls[handler]?.attempts ?? 0)
      let microseconds = calls[handler]?.duration.microseconds ?? 0
      line.add("milliseconds", json: Decimals.text(microseconds: microseconds, per: 1_000))
      line.add("reason", outcome.reason)
      return (handler.rawValue, line.text)
    }
    return JSONLine.object(Dictionary(uniqueKeysWithValues: outcomes)) { $0 }
  }
}

extension Receipt {
  /// Whether every delivery has ended.
  fileprivate var isFinal: Bool { outcomes.values.allSatisfy(\.isFinal) }
}

extension Receipt.Disposition {
  /// The word in JSON; nil for what is accepted.
  fileprivate var word: String? {
    switch self {
    case .accepted: nil
    case .waitingForLaunch: "waitingForLaunch"
    case .duplicate: "duplicate"
    case .dropped: "dropped"
    case .refused: "refused"
    case .closed: "closed"
    }
  }
}

extension EventLine {
  /// The kind as activity calls it; `phase` for a report.
  fileprivate var kind: String {
    switch content {
    case .launch: LineType.launch.rawValue
    case .appear: LineType.appear.rawValue
    case .disappear: LineType.disappear.rawValue
    case .phase: LineType.phase.rawValue
    case .custom(let name, _, _): "custom:\(name)"
    }
  }

  fileprivate var scope: Scope? {
    switch content {
    case .appear(let place), .disappear(let place): place.scope
    default: nil
    }
  }
}

/// What a client is told of a line that is not accepted.
enum RefusedLine {
  static func text(_ error: LineError, line number: Int) -> String {
    var line = JSONLine()
    line.add("error", error.problem)
    line.add("line", number)
    line.add("field", error.field)
    return line.text
  }
}
