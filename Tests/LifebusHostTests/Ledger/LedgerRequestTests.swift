import LifebusWire
import Testing

@Suite struct LedgerRequestTests {
  private static let choice: LedgerRequest.Choice = {
    var choice = LedgerRequest.Choice()
    (choice.handler, choice.states, choice.limit) = ("a b", ["dead", "running"], 7)
    return choice
  }()

  @Test(arguments: [
    LedgerRequest.ls(LedgerRequest.Choice()), .ls(choice), .show("X-1"), .redrive(.init(handler: "a", sequence: 3)),
    .discard(.init(handler: "a", sequence: nil)), .forget(handler: "ä"), .release(handler: "a"), .verify,
  ])
  func `a request is read as it was written`(_ request: LedgerRequest) throws {
    #expect(try WireRequest(Array(WireRequest.ledger(request).line.utf8)) == .ledger(request))
  }

  @Test(arguments: [
    (#""action":"frob""#, "'frob' is nothing that this host does with its ledger"),
    (#""action":"show""#, "a 'show' needs 'event'"),
    (#""action":"redrive""#, "a 'redrive' needs 'handler'"),
    (#""action":"ls","limit":0"#, "an 'ls' has a 'limit' of at least 1"),
  ])
  func `what a request lacks is named`(_ members: String, _ problem: String) {
    #expect(throws: WireError.malformed(problem)) { try WireRequest(Array(#"{"lifebus":1,"do":"ledger",\#(members)}"#.utf8)) }
  }
}
