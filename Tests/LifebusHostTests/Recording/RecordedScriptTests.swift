import Testing

@testable import LifebusHost

@Suite struct RecordedScriptTests {
  typealias Ending = Chronicle.Call.Ending

  @Test(arguments: [
    ([], 0, 0, true), ([Ending.returned, .returned], 0, 0, true), ([.failed, .failed, .returned], 2, 0, true),
    ([.cut(at: 3), .failed, .returned], 2, 0, true), ([.returned, .failed], 0, 0, false), ([.open], 0, 1, true),
    ([.stuck(returned: false)], 0, 1, true), ([.returned, .open], 0, 0, false), ([.timedOut, .timedOut], 0, 0, true),
    ([.timedOut, .returned], 0, 0, false), ([.stuck(returned: true)], 0, 0, true),
  ])
  func `a script has the first calls that fail or hang`(endings: [Ending], fails: Int, hangs: Int, isExact: Bool) {
    let script = RecordedScript(endings)
    #expect((script.fails, script.hangs, script.isExact) == (fails, hangs, isExact))
  }
}
