internal import Lifebus

/// What was seen, counted.
struct Record: Sendable {
  private(set) var calls: [PlayedCall] = []
  private(set) var stops: [(handler: String, place: Int)] = []
  private(set) var timeline: [PlayedMoment] = []
  private(set) var events: [PlayedEvent] = []
  private(set) var endings: [PlayedOutcome] = []
  /// By handler, then by word.
  var outcomes: Expectation.Counts = [:]
  var reports = ReportCounts()
  var phases: [String] = []
  var entries = 0
  var exits = 0
  /// True when the shutdown of the process that lives has ended.
  private(set) var isShutDown = false

  /// A delivery of the process that lives.
  struct DeliveryID: Hashable {
    let handler: String
    let sequence: Int
    let isReplayed: Bool
  }

  /// The calls of the process that lives, without those that have ended.
  private var open: Set<Int> = []
  /// The latest call of each delivery.
  private var latest: [DeliveryID: Int] = [:]
  private var place = 0
  private var process = 0
  private var appliedLine = 0

  // MARK: Calls

  mutating func begin(_ call: PlayedCall) -> Int {
    var call = call
    (call.process, call.appliedLine, call.begin) = (process, appliedLine, nextPlace())
    calls.append(call)
    open.insert(calls.count - 1)
    latest[DeliveryID(handler: call.handler, sequence: call.sequence, isReplayed: call.isReplayed)] = calls.count - 1
    note("begins \(call.line)", of: call.handler, at: call.time)
    return calls.count - 1
  }

  mutating func end(_ index: Int, at time: Int) {
    guard open.remove(index) != nil else { return }
    (calls[index].end, calls[index].endTime) = (nextPlace(), time)
    if !calls[index].isJudged { calls[index].endMoment = timeline.count }
    note("ends \(calls[index].text)", of: calls[index].handler, at: time)
  }

  mutating func stop(_ handler: String, at time: Int) {
    cutOff(at: time)
    stops.append((handler, nextPlace()))
    note("stops", of: handler, at: time)
  }

  /// A shutdown has cut off what ran: a call that has not returned ends here.
  private mutating func cutOff(at time: Int) {
    for index in open.sorted() { end(index, at: time) }
  }

  mutating func shutDown(_ report: ShutdownReport, at time: Int) {
    guard !isShutDown else { return }
    isShutDown = true
    cutOff(at: time)
    for leftover in report.leftovers { reports.count("leftover", of: leftover.handler.rawValue) }
    note("the shutdown has ended", at: time)
  }

  mutating func endProcess() {
    open = []
    latest = [:]
    isShutDown = false
    process += 1
  }

  // MARK: What the bus tells

  mutating func accept(_ text: String, sequence: Int) {
    events.append(PlayedEvent(process: process, sequence: sequence, text: text))
  }

  /// A delivery has its outcome.
  mutating func settle(_ delivery: DeliveryID, _ word: String, _ event: String, at time: Int) {
    outcomes[delivery.handler, default: [:]][word, default: 0] += 1
    endings.append(
      PlayedOutcome(
        process: process, appliedLine: appliedLine, handler: delivery.handler, sequence: delivery.sequence,
        isReplayed: delivery.isReplayed, word: word, time: time))
    judge(delivery, word, event, at: time)
  }

  /// The bus tells what became of a delivery: it is written behind the end of its call, if that has just come.
  mutating func judge(_ delivery: DeliveryID, _ judgement: String, _ event: String, at time: Int) {
    let index = latest[delivery]
    if let index, !calls[index].isJudged, let moment = calls[index].endMoment {
      timeline[moment] = PlayedMoment(time: time, handler: delivery.handler, text: "\(timeline[moment].text): \(judgement)")
    } else {
      note("has \(event): \(judgement)", of: delivery.handler, at: time)
    }
    if let index { calls[index].isJudged = true }
  }

  /// The calls that run, without an outcome yet, by handler.
  var running: [String: Int] {
    Dictionary(grouping: open.filter { !calls[$0].isJudged }) { calls[$0].handler }.mapValues(\.count)
  }

  private mutating func nextPlace() -> Int {
    place += 1
    return place
  }

  // MARK: The timeline

  /// A line is applied.
  mutating func apply(_ line: Int, _ text: String, at time: Int) {
    appliedLine = line
    note(text, at: time)
  }

  mutating func note(_ text: String, of handler: String? = nil, at time: Int) {
    timeline.append(PlayedMoment(time: time, handler: handler, text: text))
  }
}

/// A line of a played scenario's timeline.
public struct PlayedMoment: Sendable, Equatable, CustomStringConvertible {
  /// Milliseconds of virtual time.
  public let time: Int
  /// The handler, or the owner of the gate; nil for what happens to the bus as a whole.
  public let handler: String?
  /// What happened.
  public let text: String

  /// The time, the handler and what happened.
  public var description: String {
    let time = String(time)
    let indent = String(repeating: " ", count: max(0, 8 - time.count))
    return "\(indent)\(time)  " + (handler.map { "\($0) " } ?? "") + text
  }
}
