internal import Lifebus
internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

extension Answer {
  /// The answer on one line of JSON, without its end.
  var text: String { text(state, posted.line.kind, derived, notStored: notStored) }

  private func text(
    _ state: ReceiptState, _ kind: String, _ derived: [Derived] = [], notStored: String? = nil
  ) -> String {
    let isReport = kind == LineType.phase.rawValue
    let subject = isReport ? derived.first?.state ?? state : state
    var line = JSONLine()
    line.add("id", subject.id.value)
    line.add("sequence", subject.sequence)
    line.add("event", kind)
    line.add("scope", posted.line.scope?.description)
    line.add("duplicate", state.disposition == .duplicate)
    line.add("settled", isSettled)
    line.add("disposition", state.disposition.word)
    line.add("notStored", notStored)
    if !subject.keptFor.isEmpty {
      line.add("keptFor", json: JSONValue.array(subject.keptFor.map { .string($0.rawValue) }).json)
    }
    line.add("outcomes", json: isReport ? "{}" : Self.outcomes(state))
    if !derived.isEmpty {
      let objects = derived.map { text($0.state, $0.kind) }
      line.add("derived", json: "[" + objects.joined(separator: ",") + "]")
    }
    return line.text
  }

  private static func outcomes(_ state: ReceiptState) -> String {
    let outcomes = state.outcomes.map { handler, outcome in
      let call = state.calls[handler]
      var line = JSONLine()
      line.add("outcome", outcome.word)
      line.add("attempts", call?.attempts ?? 0)
      line.add("milliseconds", json: Decimals.text(microseconds: call?.duration.microseconds ?? 0, per: 1_000))
      line.add("reason", outcome.reason)
      return (handler.rawValue, line.text)
    }
    return JSONLine.object(Dictionary(uniqueKeysWithValues: outcomes)) { $0 }
  }
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
