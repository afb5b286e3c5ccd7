import Foundation
import Lifebus
import LifebusJSON
import LifebusWire
import Testing

@testable import CrashHost

/// A handler that ends every process in which it is called for a certain event.
@Suite struct TrapTests {
  private static let handlers = CallRules.all.map(\.handler) + ["analytics-logger", Trapping.pluginID]

  /// Why a host's trapping handler is set aside.
  private func quarantine(_ witness: Witness) async -> String? {
    let socket = witness.folder.socket
    let answer = await onOwnThread("crash-client") { try? Connection.answer(of: socket, to: .plugins) }
    return answer?.first { $0.text("plugin") == Trapping.pluginID.rawValue }?.text("quarantine")
  }

  @Test func `A handler that traps on an event twice is set aside, all others get everything, and another build lifts it (L5)`()
    async throws
  {
    var witness = try Witness(plugins: Self.handlers, configuration: #"{"trapping":{"event":"trap"}}"#)
    let first = try witness.start("traps")
    try await witness.emit([Emitter(launches: true, wait: .settled, ids: witness.newEvents(10))], to: first)
    _ = await Emitter.emit([Emitter(event: "trap", ids: ["trap"])], to: witness.folder.socket)
    #expect(try await witness.end(of: first).isBySignal)
    let second = try witness.start("traps again")
    #expect(try await witness.end(of: second).isBySignal)

    let third = try witness.start("does without")
    #expect(await third.isListening())
    #expect(await quarantine(witness) == "two processes in a row have crashed while it handled custom:trap")
    // What the handler has not got is not finished.
    try await witness.finish(third, code: 3)
    #expect(try witness.folder.history(of: Trapping.pluginID).calls.suffix(2).map(\.begin.attempt) == [1, 2])

    try witness.folder.configure("{}")
    try await witness.finish(try witness.start("is another build", version: "2"))
    let calls = try witness.folder.history(of: Trapping.pluginID)
    #expect(calls.calls.filter { $0.begin.id == "trap" }.map(\.begin.attempt) == [1, 2, 3])
    #expect(calls.done == witness.known.sent.union(["trap"]))
    #expect(witness.allFindings().filter { !$0.contains("'trapping' is quarantined") } == [])
  }
}
