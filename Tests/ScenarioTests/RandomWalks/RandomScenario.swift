@testable import LifebusTestKit

/// A valid scenario that a seed gives: handlers with clauses and policies of all kinds, and lines of all types.
///
/// What calls post, and calls that trap, are not in it: what they bring about cannot be told from the input.
struct RandomScenario {
  private(set) var draft = DraftScenario()
  private var generator: SeededGenerator
  private var customs = 0
  private var now = 0
  private var isLaunched = false
  private var isShutDown = false
  /// Names that were unregistered in this process, and when.
  private var gone: [String: Int] = [:]
  private let step: Int
  /// True for a scenario of few kinds and much coming and going, where rare things meet.
  private let isNarrow: Bool

  static let kinds = [
    "launch", "appear", "firstAppear", "disappear", "phaseChanged", "custom:x", "custom:y", "custom:refusable",
  ]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    step = [10, 60, 200].randomElement(using: &generator) ?? 10
    isNarrow = Int.random(in: 0..<3, using: &generator) == 0
    let gates = (0..<number(0, isNarrow ? 1 : 2)).map { "gate\($0)" }
    for gate in gates { addGate(gate) }
    let cancelling = draft.handlers.filter { $0.traits["gate"]?.contains("cancelRunning") == true }.map(\.name)
    let count = number(1, isNarrow ? 2 : 4)
    var maker = RandomHandler(gates: gates, cancelling: Set(cancelling), isNarrow: isNarrow, generator: generator)
    for index in 0..<count { draft.handlers.append(maker.make("h\(index)")) }
    generator = maker.generator
    for _ in 0..<number(4, 26) { addLine() }
  }

  private mutating func number(_ least: Int, _ most: Int) -> Int { Int.random(in: least...most, using: &generator) }

  private mutating func chance(_ percent: Int) -> Bool { number(1, 100) <= percent }

  private mutating func one(of texts: String...) -> String { texts.randomElement(using: &generator) ?? "" }

  private mutating func addGate(_ name: String) {
    var members: DraftScenario.Members = []
    if chance(40) { members.append(.init("timeoutMs", number(20, 500))) }
    if chance(50) { members.append(.init("onClose", text: "cancelRunning")) }
    let json = "{" + members.map { "\"\($0.key)\":\($0.json)" }.joined(separator: ",") + "}"
    var gate = DraftScenario.Handler(name: name, traits: [.init("gate", json)])
    if chance(30) { gate.clauses = [[.init("kind", text: "launch")]] }
    draft.handlers.append(gate)
  }

  // MARK: Lines

  private mutating func add(_ type: String, _ members: [DraftScenario.Member?]) {
    draft.lines.append([.init("type", text: type), .init("at", now)] + members.compactMap { $0 })
  }

  private mutating func addLine() {
    if !chance(20) { now += number(1, step) }
    guard isLaunched || chance(20) else { return addLaunch() }
    if isNarrow, chance(25) { return addRegistration() }
    switch number(1, 100) {
    case ...28: addCustom()
    case ...42: add("appear", place())
    case ...48: add("disappear", place())
    case ...62: addPhase()
    case ...77: addVerdict()
    case ...80: add("forget", [.init("scope", text: one(of: "a", "b"))])
    case ...92: addRegistration()
    case ...93: addLaunch()
    case ...94:
      add("shutdown", [.init("graceMs", number(0, 300))])
      isShutDown = true
    default: addEnd()
    }
  }

  private mutating func addLaunch() {
    add("launch", [.init("cause", text: one(of: "user", "background", "prewarm")), usedID()])
    isLaunched = true
  }

  /// Now and then with an id that was used before, but for a kind that may be refused.
  private mutating func addCustom() {
    let name = isNarrow ? "x" : one(of: "x", "x", "y", "refusable")
    customs += 1
    let isAgain = name != "refusable" && chance(20)
    let id = isAgain ? "\(name)\(number(1, customs))" : "\(name)\(customs)"
    add("custom", [.init("name", text: name), .init("id", text: id), .init("key", text: one(of: "k", "l"))])
  }

  private mutating func place() -> [DraftScenario.Member?] {
    [
      .init("scope", text: one(of: "a", "b")), chance(20) ? .init("instance", text: "1") : nil,
      chance(20) ? .init("scene", text: "second") : nil, usedID(),
    ]
  }

  /// Now and then an id that another event may have.
  private mutating func usedID() -> DraftScenario.Member? { chance(10) ? .init("id", text: "x\(number(1, customs + 1))") : nil }

  private mutating func addPhase() {
    let scene = chance(25) ? DraftScenario.Member("scene", text: "second") : nil
    let reason = chance(10) ? DraftScenario.Member("reason", text: "configurationChange") : nil
    add("phase", [.init("to", text: one(of: "active", "active", "inactive", "background", "ended")), scene, reason])
  }

  private mutating func addVerdict() {
    let gates = draft.handlers.filter { $0.traits["gate"] != nil }
    guard let gate = gates.randomElement(using: &generator)?.name else { return }
    if chance(70) {
      add("verdict", [.init("gate", text: gate), .init("to", text: "open"), .init("identity", text: one(of: "anna", "ben"))])
    } else {
      add("verdict", [.init("gate", text: gate), .init("to", text: "closed")])
    }
  }

  /// Who was unregistered comes back when no call of it can run any more.
  private mutating func addRegistration() {
    guard !isShutDown, let handler = draft.handlers.randomElement(using: &generator) else { return }
    let mayHang = handler.clauses.contains { $0["hangs"] != nil }
    if let time = gone[handler.name], mayHang || now < time + RandomHandler.longestCall + 50 { return }
    let mayLeave = handler.traits["durable"] == nil && handler.traits["gate"] == nil
    if mayLeave, handler.arrival == .atOnce || handler.arrival == .late, chance(isNarrow ? 50 : 30) {
      add("unregister", [.init("handler", text: handler.name)])
      gone[handler.name] = now
    } else {
      add("register", [.init("handler", text: handler.name)])
      gone[handler.name] = nil
    }
  }

  private mutating func addEnd() {
    guard isLaunched || isShutDown else { return }
    add(one(of: "kill", "crash"), [chance(30) ? .init("version", text: one(of: "1", "2")) : nil])
    (isLaunched, isShutDown, gone) = (false, false, [:])
  }
}
