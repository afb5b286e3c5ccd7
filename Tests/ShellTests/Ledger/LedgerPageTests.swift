import LifebusJSON
import LifebusSystem
import LifebusWire
import Testing

@testable import LifebusShell

@Suite struct LedgerPageTests {
  private func object(_ text: String) throws -> JSONObject { try #require(JSONObject(parsing: Array(text.utf8))) }

  private func delivery(_ sequence: Int, _ members: String) throws -> JSONObject {
    try object(
      #"{"handler":"sync","sequence":\#(sequence),"event":"appear","scope":"home","time":"2026-01-31T12:00:00.123Z",\#(members)}"#
    )
  }

  @Test func `Deliveries are a table, in which what was repeated says why`() throws {
    let objects = [
      try delivery(7, #""state":"finished","attempts":1,"outcome":"done","owner":"anna""#),
      try delivery(8, #""state":"finished","attempts":2,"outcome":"done","cutOff":1"#),
      try delivery(9, #""state":"finished","attempts":1,"outcome":"interrupted","cutOff":1"#),
      try delivery(10, #""state":"dead","attempts":3,"reason":"no network""#),
      try delivery(11, #""state":"running","attempts":12,"cutOff":12"#), try delivery(12, #""state":"waiting","attempts":0"#),
      try object(#"{"older":112}"#),
    ]
    #expect(
      LedgerList.text(of: objects, .none) == [
        "HANDLER  EVENT  WHAT         STATE        TRIES  WHEN                  WHY",
        "sync         7  appear home  done             1  2026-01-31 12:00:00Z  of anna",
        "sync         8  appear home  done             2  2026-01-31 12:00:00Z  2nd attempt: a process died during the 1st",
        "sync         9  appear home  interrupted      1  2026-01-31 12:00:00Z  a process died during the 1st attempt, and there is only one",
        "sync        10  appear home  dead             3  2026-01-31 12:00:00Z  no network",
        "sync        11  appear home  cut off         12  2026-01-31 12:00:00Z  a process died during the 12th attempt",
        "sync        12  appear home  waiting          0  2026-01-31 12:00:00Z",
        "112 more, which are older: --all shows them",
      ])
    #expect(LedgerList.text(of: [], .none) == ["nothing of this is in the ledger"])
  }

  @Test func `An event is shown with its content, and what became of it`() throws {
    let event = try object(
      #"""
      {"sequence":8,"id":"X","event":"appear","scope":"home","time":"2026-01-31T12:00:00.123Z","type":"appear","cause":7,
      "payload":{"a":[1]},"deliveries":[{"handler":"sync","state":"finished","attempts":1,"outcome":"done",
      "ended":"2026-01-31T12:00:01.000Z"},{"handler":"mailer","state":"waiting","attempts":0}]}
      """#)
    #expect(
      LedgerShow.text(of: [event], .none) == [
        "appear home",
        "  event      8",
        "  id         X",
        "  accepted   2026-01-31 12:00:00Z",
        "  caused by  event 7",
        "  type       appear",
        #"  payload    {"a":[1]}"#,
        "",
        "HANDLER  STATE    TRIES  ENDED                 WHY",
        "sync     done         1  2026-01-31 12:00:01Z",
        "mailer   waiting      0  -",
      ])
  }

  @Test func `A verification is done when the ledger is well, and failed otherwise`() throws {
    let well = try object(#"{"verified":true,"events":1,"deliveries":2,"onceKeys":0}"#)
    let finding = try object(#"{"finding":"page 3 is damaged"}"#)
    #expect(LedgerVerify.text(of: [well], .none) == ["the ledger is well: 1 event, 2 deliveries, 0 once-keys"])
    #expect(LedgerVerify.text(of: [finding], .none) == ["page 3 is damaged"])
    #expect([[well], [finding], []].map(LedgerVerify.code) == [.done, .failed, .failed])
  }

  @Test func `What was changed is told in a sentence each`() throws {
    let letter = try delivery(7, #""redriven":true"#)
    #expect(LedgerRedrive.text(of: [letter], .none) == ["'sync' gets event 7 appear again"])
    #expect(LedgerDiscard.text(of: [letter], .none) == ["event 7 appear is discarded for 'sync'"])
    let handler = try object(#"{"handler":"sync","released":true}"#)
    #expect(
      LedgerForget.text(of: [handler], .none) == ["'sync' is forgotten: what waited for it has ended; its once-keys hold"])
    #expect(Plugins.text(of: [handler], .none) == ["'sync' is quarantined no more: it gets what it has missed"])
  }

  @Test func `The plugins' table says why one is set aside, and what waits for one that is not hosted`() throws {
    let plugins = [
      try object(#"{"plugin":"sync","hosted":true,"state":"quarantined","quarantine":"it crashed twice"}"#),
      try object(#"{"plugin":"x","hosted":false,"waiting":1}"#),
    ]
    #expect(
      Plugins.text(of: plugins, .none) == [
        "PLUGIN  STATE        WHY", "sync    quarantined  it crashed twice", "x       not hosted   1 delivery waits for it",
      ])
  }
}
