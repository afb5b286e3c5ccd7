internal import Lifebus
internal import LifebusHandlerText
internal import LifebusTestKit

extension ChildRegistration {
  /// Sees to it that a bus takes it: what a program wants may contradict itself.
  func check() throws(PluginFault) {
    do {
      let test = try TestBus(ledger: MemoryLedger())
      try register(RecordingHandler("plugin", on: test.clock), on: test.bus) { _, _ in }
    } catch {
      throw PluginFault("what it wants cannot be registered: \(error)")
    }
  }
}
