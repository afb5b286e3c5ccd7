internal import Lifebus
internal import LifebusSystem

/// How a run ended: what is told of it, and its exit codes.
struct Ending: Sendable {
  /// Leftovers of one handler that are told one by one.
  private static let toldLimit = 100

  let work: Work
  let signal: Int32?
  /// How the bus stood before it was shut down.
  let standing: Snapshot
  let report: ShutdownReport
  let tally: Tally
  let options: HostOptions

  var summary: Summary {
    Summary(tally: tally, events: standing.events, entries: standing.entries, exits: standing.exits, held: held)
  }

  /// Deliveries that wait for a gate.
  private var held: [HandlerID: Int] {
    Dictionary(
      uniqueKeysWithValues: standing.handlers.filter { $0.state == .held && $0.waiting > 0 }.map { ($0.id, $0.waiting) })
  }

  /// What was cut off or not called, gates aside.
  private var cutOff: [ShutdownReport.Leftover] {
    let held = held
    return report.leftovers.filter { $0.wasRunning || held[$0.handler] == nil }
  }

  var codes: Set<ExitCode> {
    var codes: Set<ExitCode> = []
    if work.failure != nil || work.badLines > 0 || tally.codes.contains(.badInput) { codes.insert(.badInput) }
    if !cutOff.isEmpty || !report.notStopped.isEmpty { codes.insert(.timedOut) }
    guard options.ending == .whenIdle else { return codes }
    codes.formUnion(tally.codes)
    if !work.isComplete { codes.insert(.timedOut) }
    if !held.isEmpty, !options.allowsHeld { codes.insert(.held) }
    if standing.waitingForLaunch > 0 { codes.insert(.badInput) }
    return codes
  }
}

// MARK: In words

extension Ending {
  /// What people should know of the end, a line each.
  var messages: [String] {
    var messages: [String] = []
    if let failure = work.failure { messages.append(failure.description) }
    if let signal, options.ending == .whenIdle, !work.isComplete || !work.isIdle {
      messages.append("\(StopSignals.name(signal)) came before all was done")
    }
    if standing.waitingForLaunch > 0 {
      let events = standing.waitingForLaunch == 1 ? "1 event" : "\(standing.waitingForLaunch) events"
      messages.append("\(events) waited for a launch that did not come")
    }
    messages += gateMessages + leftoverMessages
    messages += report.notStopped.map { "'\($0)' did not stop in time" }
    if tally.lost > 0 { messages.append("\(tally.lost) items of activity were lost: the counts are too small") }
    return messages
  }

  private var gateMessages: [String] {
    standing.handlers.filter { held[$0.id] != nil && !(options.ending == .whenIdle && options.allowsHeld) }.map { handler in
      let gate = standing.gates.first { $0.id == handler.heldBy }
      let verdict = gate.map { " (\($0.verdict))" } ?? ""
      return "not finished: '\(handler.id)' has \(handler.waiting) held by '\(handler.heldBy ?? "a gate")'\(verdict)"
    }
  }

  private var leftoverMessages: [String] {
    var told: [HandlerID: Int] = [:]
    var messages: [String] = []
    for leftover in cutOff {
      told[leftover.handler, default: 0] += 1
      if told[leftover.handler, default: 0] <= Self.toldLimit { messages.append(leftover.message) }
    }
    for (handler, count) in told.sorted(by: { $0.key < $1.key }) where count > Self.toldLimit {
      messages.append("not finished: \(count - Self.toldLimit) more of '\(handler)'")
    }
    return messages
  }
}

extension ShutdownReport.Leftover {
  fileprivate var message: String {
    let scope = scope.map { " \($0)" } ?? ""
    let end = wasRunning ? "its call was cut off" : "it was not called"
    return "not finished: '\(handler)', event \(sequence) \(kind)\(scope): \(end)"
  }
}
