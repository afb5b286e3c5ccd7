internal import Lifebus

/// A line that the host has posted, as the bus has taken it.
struct PostedLine: Sendable {
  let line: EventLine
  let time: Int
  /// The event that came of it; nil if none did.
  let sequence: Int?
  let disposition: Receipt.Disposition
}

/// Writes the chronicle of a run from the lines that were posted and the bus's activity.
struct ChronicleReader {
  private(set) var chronicle = Chronicle()
  private let lines: [PostedLine]
  private let lineOfEvent: [Int: Int]
  private var nextLine = 0
  /// Ids that the scenario's lines have given so far.
  private var givenIDs: Set<String> = []
  private var open: [HandlerID: Int] = [:]
  private var ended: Set<DeliveryKey> = []

  private struct DeliveryKey: Hashable {
    let handler: HandlerID
    let sequence: Int
    let isReplayed: Bool

    init(_ leftover: ShutdownReport.Leftover, isReplayed: Bool) {
      handler = leftover.handler
      sequence = leftover.sequence
      self.isReplayed = isReplayed
    }

    init?(_ item: Activity) {
      guard let handler = item.handler, let subject = item.subject else { return nil }
      self.handler = handler
      sequence = subject.sequence
      isReplayed = subject.isReplayed
    }
  }

  private var lastVerdict: [HandlerID: Int] = [:]

  /// Reads a run.
  ///
  /// - Parameters:
  ///   - items: The activity.
  ///   - leftovers: What the shutdown has left.
  ///   - lines: The lines, in the order in which they were posted.
  ///   - gates: The gate that a handler is behind.
  ///   - recordsShutdown: True if a signal came: then the shutdown is a part of the scenario, if it found a call that ran.
  init(
    _ items: [Activity], leftovers: [ShutdownReport.Leftover], lines: [PostedLine], gates: [HandlerID: HandlerID],
    recordsShutdown: Bool
  ) {
    self.lines = lines
    let places = lines.enumerated().compactMap { index, line in line.sequence.map { ($0, index) } }
    lineOfEvent = Dictionary(places, uniquingKeysWith: { first, _ in first })
    for (index, item) in items.enumerated() {
      if case .shuttingDown = item.kind {
        guard recordsShutdown, !open.isEmpty || items[index...].contains(where: \.isBegin) else { break }
        flush(upTo: lines.firstIndex { $0.disposition == .closed } ?? lines.count)
        chronicle.isShutDown = true
        note(.line(.shutdown), item.milliseconds)
      }
      take(item, gates)
    }
    flush(upTo: lines.count)
    noteWanted(items, leftovers)
  }

  /// What waited for a gate has no item before the shutdown, and of a durable handler none at all.
  private mutating func noteWanted(_ items: [Activity], _ leftovers: [ShutdownReport.Leftover]) {
    var all = Set(items.compactMap(DeliveryKey.init))
    let published = Set(chronicle.events.map(\.sequence))
    for leftover in leftovers where published.contains(leftover.sequence) {
      let (delivery, fact) = (DeliveryKey(leftover, isReplayed: false), DeliveryKey(leftover, isReplayed: true))
      if !all.contains(fact) { all.insert(delivery) }
    }
    for delivery in all where !delivery.isReplayed {
      chronicle.wanted[delivery.handler, default: []].insert(delivery.sequence)
    }
    guard !chronicle.isShutDown else { return }
    for delivery in all.subtracting(ended) where open[delivery.handler].map({ !isCall($0, delivery) }) ?? true {
      chronicle.held[delivery.handler, default: 0] += 1
    }
  }

  private func isCall(_ call: Int, _ delivery: DeliveryKey) -> Bool {
    let call = chronicle.calls[call]
    return call.sequence == delivery.sequence && call.isReplayed == delivery.isReplayed
  }

  private mutating func note(_ what: Chronicle.Moment.What, _ time: Int) {
    chronicle.moments.append(Chronicle.Moment(what: what, time: time))
  }

  private mutating func take(_ item: Activity, _ gates: [HandlerID: HandlerID]) {
    switch item.kind {
    case .accepted: accept(item)
    case .duplicate: reject(item, item.subject?.event.base is Launch ? "duplicateLaunch" : "duplicateId")
    case .droppedDisappear, .refused, .closed: reject(item, item.kind.word)
    case .verdict(let verdict): take(verdict, item)
    case .registered where chronicle.launchMoment != nil: register(item)
    case .replaced: register(item)
    case .unregistered: unregister(item)
    case .started(let attempt): begin(item, attempt)
    default: if let handler = item.handler { end(item, handler, gates) }
    }
  }

  // MARK: Lines

  /// Notes the posted lines up to one that is not among them.
  private mutating func flush(upTo end: Int) {
    while nextLine < end {
      let line = lines[nextLine]
      nextLine += 1
      guard isRecorded(line) else {
        if line.disposition == .duplicate { chronicle.reports["duplicateId", default: 0] -= 1 }
        continue
      }
      if let id = line.line.recordedID { givenIDs.insert(id) }
      if line.line.isLaunch, line.sequence != nil { chronicle.launchMoment = chronicle.moments.count }
      note(.line(.event(line.line)), line.time)
    }
  }

  /// False for a line that changed nothing because of an id that no line of the scenario has.
  private func isRecorded(_ line: PostedLine) -> Bool {
    guard line.disposition != .closed || chronicle.isShutDown else { return false }
    guard line.disposition == .duplicate, !line.line.isLaunch else { return true }
    if case .phase = line.line.content { return false }
    return line.line.recordedID.map(givenIDs.contains) ?? true
  }

  private mutating func accept(_ item: Activity) {
    guard let subject = item.subject else { return }
    let event = RecordedEvent(subject.sequence, subject.event)
    chronicle.events.append(event)
    if event.isPhaseChange { count(event) }
    if event.kind == FirstAppear.name { return }
    if let line = lineOfEvent[subject.sequence] {
      let wasHeld = line < nextLine
      flush(upTo: line + 1)
      chronicle.momentOfEvent[subject.sequence] = wasHeld ? chronicle.launchMoment : chronicle.moments.count - 1
    } else if let line = RecordedLine.posting(subject) {
      chronicle.momentOfEvent[subject.sequence] = chronicle.moments.count
      if subject.event.base is Launch { chronicle.launchMoment = chronicle.moments.count }
      note(.line(line), item.milliseconds)
    }
    // The first appearance stands right before the appearance that it comes with.
    if event.kind == Appear.name, chronicle.events.dropLast().last?.kind == FirstAppear.name {
      chronicle.momentOfEvent[subject.sequence - 1] = chronicle.momentOfEvent[subject.sequence]
    }
  }

  private mutating func count(_ change: RecordedEvent) {
    chronicle.phases.append("\(change.from ?? "")>\(change.to ?? "")")
    if change.isEntry { chronicle.entries += 1 }
    if change.isExit { chronicle.exits += 1 }
  }

  private mutating func reject(_ item: Activity, _ word: String) {
    chronicle.reports[word, default: 0] += 1
    // What a handler posts names its cause.
    guard let subject = item.subject, subject.cause > 0, let line = RecordedLine.posting(subject) else { return }
    note(.line(line), item.milliseconds)
  }

  private mutating func take(_ verdict: Verdict, _ item: Activity) {
    guard let gate = item.handler else { return }
    lastVerdict[gate] = chronicle.moments.count
    switch verdict {
    case .open(let identity):
      note(.line(.verdict(gate: gate.rawValue, opensFor: identity.rawValue)), item.milliseconds)
    case .closed: note(.line(.verdict(gate: gate.rawValue, opensFor: nil)), item.milliseconds)
    case .timedOut: note(.gateTimedOut(gate), item.milliseconds)
    case .pending: break
    }
  }

  private mutating func register(_ item: Activity) {
    guard let handler = item.handler else { return }
    if case .replaced = item.kind {
      report("replaced", handler)
    } else if chronicle.joined[handler] == nil {
      chronicle.joined[handler] = (chronicle.events.last?.sequence ?? 0) + 1
    }
    note(.line(.register(handler.rawValue)), item.milliseconds)
  }

  private mutating func unregister(_ item: Activity) {
    guard let handler = item.handler else { return }
    chronicle.left.insert(handler)
    note(.line(.unregister(handler.rawValue)), item.milliseconds)
  }

  // MARK: Calls

  private mutating func begin(_ item: Activity, _ attempt: Int) {
    guard let handler = item.handler, let subject = item.subject else { return }
    open[handler] = chronicle.calls.count
    chronicle.calls.append(
      Chronicle.Call(
        handler: handler, sequence: subject.sequence, kind: subject.event.kind, attempt: attempt,
        isReplayed: subject.isReplayed, startedAt: item.time, before: chronicle.moments.count))
  }

  private mutating func end(_ item: Activity, _ handler: HandlerID, _ gates: [HandlerID: HandlerID]) {
    switch item.kind {
    case .ended(let outcome, _):
      chronicle.outcomes[handler, default: [:]][outcome.word, default: 0] += 1
      if let delivery = DeliveryKey(item) { ended.insert(delivery) }
      if outcome == .skipped(.dropped) { report("dropped", handler) }
      if outcome == .skipped(.leftover) { report("leftover", handler) }
      if let call = openCall(of: item, handler) { end(call, as: ending(outcome, call, gates[handler]), item) }
    case .willRetry(let reason):
      guard let call = openCall(of: item, handler) else { return }
      let cut = Chronicle.Call.Ending.cut(at: gates[handler].flatMap { lastVerdict[$0] })
      end(call, as: reason == "cut off by its gate" ? cut : reason == "timed out" ? .timedOut : .failed, item)
    case .stuck:
      report("stuck", handler)
      if let call = open[handler] { chronicle.calls[call].ending = .stuck(returned: false) }
    case .late:
      report("late", handler)
      if let call = open[handler] { end(call, as: .stuck(returned: true), item) }
    case .held: chronicle.heldBack.insert(handler)
    case .released: chronicle.heldBack.remove(handler)
    case .wouldDeadlock: report("wouldDeadlock", handler)
    default: break
    }
  }

  private mutating func report(_ word: String, _ handler: HandlerID) {
    chronicle.handlerReports[word, default: [:]][handler, default: 0] += 1
  }

  private func openCall(of item: Activity, _ handler: HandlerID) -> Int? {
    guard let call = open[handler], chronicle.calls[call].sequence == item.subject?.sequence else { return nil }
    return call
  }

  private func ending(_ outcome: Outcome, _ call: Int, _ gate: HandlerID?) -> Chronicle.Call.Ending {
    if case .stuck = chronicle.calls[call].ending { return chronicle.calls[call].ending }
    switch outcome {
    case .timedOut, .dead("timed out"): return .timedOut
    case .failed, .dead: return .failed
    case .skipped(.leftover): return .cut(at: nil)
    case .skipped: return .cut(at: gate.flatMap { lastVerdict[$0] })
    default: return .returned
    }
  }

  private mutating func end(_ call: Int, as ending: Chronicle.Call.Ending, _ item: Activity) {
    guard ending != .stuck(returned: false) else { return }
    let handler = chronicle.calls[call].handler
    chronicle.calls[call].ending = ending
    chronicle.calls[call].duration = Int((item.time - chronicle.calls[call].startedAt) / .milliseconds(1))
    open[handler] = nil
    if case .cut = ending { return }
    note(.end(call: call), item.milliseconds)
  }
}

extension Activity {
  fileprivate var milliseconds: Int { Int(time / .milliseconds(1)) }

  fileprivate var isBegin: Bool {
    if case .started = kind { true } else { false }
  }
}
