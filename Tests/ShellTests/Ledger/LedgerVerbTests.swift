import LifebusWire
import Testing

@testable import LifebusShell

@Suite struct LedgerVerbTests {
  private func arguments(_ words: String) throws -> Arguments {
    try Arguments(words.split(separator: " ").map(String.init), knowing: LedgerVerb.manual.allOptions)
  }

  private func request(_ action: any LedgerAction.Type, _ words: String) throws -> LedgerRequest {
    let arguments = try arguments(words)
    return try action.request(arguments.names, arguments)
  }

  private func choice(_ change: (inout LedgerRequest.Choice) -> Void) -> LedgerRequest {
    var choice = LedgerRequest.Choice()
    choice.limit = 50
    change(&choice)
    return .ls(choice)
  }

  @Test func `The newest fifty are listed if nothing else is asked for`() throws {
    #expect(try request(LedgerList.self, "") == choice { _ in })
    #expect(try request(LedgerList.self, "--all") == choice { $0.limit = nil })
    #expect(
      try request(LedgerList.self, "--limit 3 --handler a --only dead,waiting")
        == choice { ($0.limit, $0.handler, $0.states) = (3, "a", ["dead", "waiting"]) })
  }

  @Test func `Dead letters are given by their handler and event, or all of a handler`() throws {
    #expect(try request(LedgerRedrive.self, "a 7") == .redrive(.init(handler: "a", sequence: 7)))
    #expect(try request(LedgerDiscard.self, "--all a") == .discard(.init(handler: "a", sequence: nil)))
  }

  @Test(arguments: [
    "", "frob", "ls a", "ls --all --limit 3", "ls --limit 0", "show", "show 1 2", "redrive a", "redrive a b",
    "redrive a 7 --all",
    "discard --all", "forget", "verify --all", "show 1 --handler a",
  ])
  func `What cannot be meant is told before anybody is asked`(_ words: String) throws {
    let arguments = try arguments(words)
    #expect(throws: UsageError.self) { try LedgerVerb.run(arguments, .throughHostProgram) }
  }
}
