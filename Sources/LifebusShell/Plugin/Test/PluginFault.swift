internal import Lifebus
internal import LifebusHandlerText
internal import LifebusTestKit

/// What a program does that breaks a rule.
struct PluginFault: Error {
  let problem: String
  /// What it last wrote to its standard error.
  private(set) var said: [String] = []

  init(_ problem: String) { self.problem = problem }

  /// The fault with the last lines of the program's standard error.
  func saying(_ talk: [String]) -> PluginFault {
    var fault = self
    fault.said = talk.suffix(3)
    return fault
  }

  /// Registers on a bus of its own what a program wants, which must not contradict itself.
  static func check(_ registration: ChildRegistration) throws(PluginFault) {
    do {
      let test = try TestBus(ledger: MemoryLedger())
      try registration.register(RecordingHandler("plugin", on: test.clock), on: test.bus) { _, _ in }
    } catch {
      throw PluginFault("what it wants contradicts itself: \(error)")
    }
  }
}
