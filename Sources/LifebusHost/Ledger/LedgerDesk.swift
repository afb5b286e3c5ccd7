internal import Lifebus
internal import LifebusJSON
internal import LifebusLedgerFile
internal import LifebusWire

/// Answers what is asked about one ledger, in lines of JSON, and has done to it what is asked for.
struct LedgerDesk: Sendable {
  private let folder: LedgerFolder
  /// What changes are made with; it is taken for each, and let go of after it.
  private let tools: @Sendable () throws -> any LedgerTools

  init(_ folder: LedgerFolder, _ tools: @escaping @Sendable () throws -> any LedgerTools) {
    self.folder = folder
    self.tools = tools
  }

  /// The answer; what is thrown says in words why there is none.
  func answer(_ request: LedgerRequest) throws -> [String] {
    switch request {
    case .ls(let choice): try list(choice)
    case .show(let name): try show(name)
    case .redrive(let letters): try change(letters, "redriven") { try $0.redrive($1, of: HandlerID(letters.handler)) }
    case .discard(let letters): try change(letters, "discarded") { try $0.discard($1, of: HandlerID(letters.handler)) }
    case .forget(let handler): try forget(HandlerID(handler))
    case .release(let handler): try release(HandlerID(handler))
    case .verify: try verify()
    }
  }

  // MARK: Looking

  private func list(_ choice: LedgerRequest.Choice) throws -> [String] {
    let page = try LedgerInspector(folder).page(
      of: choice.handler.map { HandlerID($0) }, in: try states(choice.states), limit: choice.limit ?? .max)
    return page.entries.map(LedgerLine.text) + (page.older > 0 ? [LedgerLine.older(page.older)] : [])
  }

  private func states(_ names: [String]?) throws(HostError) -> Set<LedgerEntry.State> {
    guard let names else { return Set(LedgerEntry.State.allCases) }
    var states: Set<LedgerEntry.State> = []
    for name in names {
      guard let state = LedgerEntry.State(rawValue: name) else {
        let known = LedgerEntry.State.allCases.map(\.rawValue).joined(separator: ", ")
        throw HostError("no delivery is '\(name)'; known are \(known)")
      }
      states.insert(state)
    }
    return states
  }

  private func show(_ name: String) throws -> [String] {
    let events = try LedgerInspector(folder).events(named: name)
    guard !events.isEmpty else {
      throw HostError("the ledger has no event '\(name)': 'lifebus ledger ls --all' lists those that it has")
    }
    return events.map(LedgerLine.text)
  }

  private func verify() throws -> [String] {
    do throws(SQLiteLedgerError) {
      let inspector = try LedgerInspector(folder)
      let findings = inspector.findings()
      return findings.isEmpty ? [LedgerLine.well(try inspector.counts())] : findings.map(LedgerLine.finding)
    } catch {
      guard error.obstacle == .damaged || error.obstacle == .notALedger else { throw error }
      return [LedgerLine.finding(error.description)]
    }
  }

  // MARK: Changing

  private func change(
    _ letters: LedgerRequest.DeadLetters, _ done: StaticString, _ act: (any LedgerTools, Int) throws -> Bool
  ) throws -> [String] {
    let entries = try deadLetters(letters)
    let tools = try tools()
    return try entries.map { entry in
      guard try act(tools, entry.event.sequence) else {
        throw HostError(
          "the host cannot take the dead letter of event \(entry.event.sequence) for '\(entry.handler)': stop it, and try again"
        )
      }
      return LedgerLine.changed(entry, done)
    }
  }

  private func deadLetters(_ letters: LedgerRequest.DeadLetters) throws -> [LedgerEntry] {
    let dead = try LedgerInspector(folder).page(of: HandlerID(letters.handler), in: [.dead]).entries
    let meant = dead.filter { letters.sequence.map { [sequence = $0.event.sequence] in $0 == sequence } ?? true }
    guard meant.isEmpty else { return meant }
    guard let sequence = letters.sequence, !dead.isEmpty else {
      throw HostError("'\(letters.handler)' has no dead letters: 'lifebus ledger ls --only dead' lists those of all handlers")
    }
    let others = Self.list(dead.map { String($0.event.sequence) })
    throw HostError("'\(letters.handler)' has no dead letter of event \(sequence); it has those of \(others)")
  }

  private func forget(_ handler: HandlerID) throws -> [String] {
    let known = try LedgerInspector(folder).handlers()
    guard known.contains(handler) else {
      throw HostError("the ledger keeps nothing for '\(handler)'; it keeps something for \(Self.list(known.map(\.rawValue)))")
    }
    try tools().forget(handler: handler)
    return [LedgerLine.done(handler, "forgotten")]
  }

  private func release(_ handler: HandlerID) throws -> [String] {
    let stored = try LedgerInspector(folder).quarantined().keys
    let tools = try tools()
    let quarantined = Set(stored).union(tools.quarantined)
    guard quarantined.contains(handler) else {
      let names = quarantined.map(\.rawValue).sorted()
      throw HostError("'\(handler)' is not quarantined; quarantined: \(Self.list(names))")
    }
    try tools.release(handler)
    return [LedgerLine.done(handler, "released")]
  }

  private static func list(_ names: [String]) -> String { names.isEmpty ? "nobody" : names.joined(separator: ", ") }
}
