import LifebusHandlerText

@testable import Lifebus
@testable import LifebusTestKit

/// Goes through the lines of a scenario and tells what they imply.
///
/// One thing it takes from what was seen: whether an event that a full handler may refuse is in the log.
struct InputFold {
  let scenario: Scenario
  let seen: [PlayedEvent]
  var implied = Implied()
  var process = ProcessFold()
  /// The process's number, and that of the line that is applied.
  var number = 0
  var line = 1
  /// Ids that are known for ever.
  private var knownIDs: Set<String> = []

  static func fold(_ scenario: Scenario, seen: [PlayedEvent]) -> Implied {
    var fold = InputFold(scenario: scenario, seen: seen)
    fold.implied.versions = [scenario.version]
    fold.begin()
    for line in scenario.lines {
      fold.apply(line)
      fold.implied.gates.append(fold.process.identities)
    }
    return fold.implied
  }

  private init(scenario: Scenario, seen: [PlayedEvent]) {
    self.scenario = scenario
    self.seen = seen
  }

  private mutating func begin() {
    process = ProcessFold()
    process.ids = knownIDs
    process.registered = Set(scenario.handlers.indices.filter { !scenario.late.contains(scenario.handlers[$0].name) })
  }

  private mutating func apply(_ line: ScenarioLine) {
    self.line = line.number
    switch line.action {
    case .launch(let cause, let id): post(ProcessFold.Post(id: id, fact: .launch(cause)))
    case .appear(let place, let id): post(ProcessFold.Post(id: id, fact: .appear(place)))
    case .disappear(let place, let id): post(ProcessFold.Post(id: id, fact: .disappear(place)))
    case .phase(let report, let scene, let reason):
      post(ProcessFold.Post(fact: .report(report, scene.rawValue, isChange: reason != nil)))
    case .custom(let custom): post(ProcessFold.Post(id: custom.id, fact: .custom(custom)))
    case .register(let name): register(name)
    case .unregister(let name):
      guard let handler = index(name), process.registered.remove(handler) != nil else { return }
      implied.unregistered[number, default: []].insert(handler)
    case .verdict(let gate, let identity): process.identities[gate] = identity?.rawValue
    case .forget(let scope):
      process.seen.remove(scope)
      process.generations[scope, default: 0] += 1
    case .shutdown(let grace): shutDown(at: line.at + grace)
    case .end(_, let version): end(version)
    case .query: break
    }
  }

  func index(_ name: String) -> Int? { scenario.handlers.firstIndex { $0.name == name } }

  private mutating func shutDown(at end: Int) {
    implied.counts["closed", default: 0] += process.held.count
    process.held = []
    process.isClosed = true
    implied.shutdowns[number] = min(end, implied.shutdowns[number] ?? end)
  }

  private mutating func end(_ version: String?) {
    number += 1
    implied.versions.append(version ?? implied.versions[number - 1])
    begin()
  }

  // MARK: Posts

  private mutating func post(_ post: ProcessFold.Post) {
    if process.isClosed { return count("closed") }
    if case .launch(let cause) = post.fact {
      guard !process.isLaunched else { return count("duplicateLaunch") }
      return launch(cause, post.id)
    }
    if isKnown(post.id) { return count("duplicateId") }
    if process.isLaunched { publish(post) } else { process.held.append(post) }
  }

  private mutating func launch(_ cause: Launch.Cause, _ id: String?) {
    process.isLaunched = true
    process.launch = implied.events.count
    publish(Implied.Event(process: number, kind: .launch, text: "launch", cause: cause), id: id)
    for post in process.held {
      if isKnown(post.id) { count("duplicateId") } else { publish(post) }
    }
    process.held = []
  }

  private func isKnown(_ id: String?) -> Bool { id.map(process.ids.contains) ?? false }

  mutating func count(_ word: String) { implied.counts[word, default: 0] += 1 }

  private mutating func publish(_ post: ProcessFold.Post) {
    switch post.fact {
    case .launch: break
    case .report(let report, let scene, let isChange): take(report, scene, isChange: isChange)
    case .appear(let place):
      process.present.insert(place)
      if process.seen.insert(place.scope).inserted { publish(place, .firstAppear, id: nil) }
      publish(place, .appear, id: post.id)
    case .disappear(let place):
      guard process.present.remove(place) != nil else { return count("droppedDisappear") }
      publish(place, .disappear, id: post.id)
    case .custom(let custom):
      let kind = EventKind.custom(custom.name)
      let text = custom.id.map { "\(kind)(\($0))" } ?? "\(kind)"
      let event = Implied.Event(process: number, kind: kind, text: text, key: custom.key)
      guard isTaken(event) else { return count("refused") }
      publish(event, id: post.id)
    }
  }

  private mutating func publish(_ place: Place, _ kind: EventKind, id: String?) {
    let text = "\(kind)(\(place.scope.description))"
    publish(Implied.Event(process: number, kind: kind, text: text, place: place), id: id)
  }

  /// False for an event that somebody may refuse and that is not in the log where it would be.
  private func isTaken(_ event: Implied.Event) -> Bool {
    let mayRefuse = process.registered.contains { handler in
      scenario.handlers[handler].overflow == .refuse && scenario.handlers[handler].clause(for: event) != nil
    }
    guard mayRefuse else { return true }
    let next = implied.events.count
    return seen.indices.contains(next) && seen[next].text == event.text
  }

  mutating func publish(_ event: Implied.Event, id: String? = nil) {
    var event = event
    event.session = process.session
    if let place = event.place { event.generation = process.generations[place.scope] ?? 0 }
    let isWantedForEver = give(event)
    implied.events.append(event)
    guard let id else { return }
    process.ids.insert(id)
    if isWantedForEver { knownIDs.insert(id) }
  }
}
