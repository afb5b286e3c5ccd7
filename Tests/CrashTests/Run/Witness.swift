import Foundation
import Lifebus
import LifebusWire

@testable import CrashHost

/// Who starts one host after another in one folder, emits events to them, and outlives them.
struct Witness {
  let folder: HostFolder
  let plugins: [HandlerID]
  private(set) var known = Known()
  /// What was not as promised on the way.
  private(set) var findings: [String] = []
  /// Events that were sent and not answered.
  private(set) var unanswered: [String] = []
  private(set) var starts = 0
  private var events = 0
  /// True once a host has come to serve clients, and so has made its ledger.
  private var hasLedger = false

  /// Makes the folder of hosts with these plugins, configured as the JSON says.
  init(plugins: [HandlerID], configuration: String) throws {
    self.plugins = plugins
    folder = try HostFolder()
    try folder.configure(configuration)
  }

  /// Takes down that something is not as promised.
  mutating func note(_ finding: String) { findings.append(finding) }

  // MARK: Processes

  /// Starts a host; `what` says what is to become of it.
  mutating func start(_ what: String, version: String = "1") throws -> HostProcess {
    starts += 1
    let host = try folder.start(plugins, version: version)
    known.names[host.pid] = "process \(starts), \(what)"
    return host
  }

  /// Waits for a host's end, and looks at what it has left.
  mutating func end(of host: HostProcess) async throws -> HostProcess.End {
    let end = await host.end()
    if end.isBySignal { known.killed.insert(host.pid) }
    guard hasLedger else { return end }
    let ledger = try LedgerLook(folder.ledger)
    known.note(ledger)
    let lost = known.accepted.keys.filter { !known.kept.contains($0) }.sorted().map { "\($0) was accepted and is not there" }
    findings += (ledger.findings + lost).map { "the ledger after \(known.name(host.pid)): \($0)" }
    return end
  }

  /// Waits until a host that nobody kills has nothing more to do, and stops it; it ends with an exit code.
  mutating func finish(_ host: HostProcess, code: Int32 = 0) async throws {
    try await emit([Emitter(launches: true, wait: .settled, ids: unanswered + newEvents(10))], to: host)
    findings += unanswered.map { "\($0) was not accepted by a host that nobody killed" }
    host.send(SIGTERM)
    let end = try await end(of: host)
    guard end.code == code else { throw WrongEnd(known.name(host.pid), end) }
  }

  // MARK: Events

  /// The ids of events that nobody has emitted yet.
  mutating func newEvents(_ count: Int) -> [String] {
    defer { events += count }
    return (events..<events + count).map { "e\($0)" }
  }

  /// Emits events as one or more clients, until all are answered or the host is killed, at the instant if one is given.
  mutating func emit(_ emitters: [Emitter], to host: HostProcess, until instant: Instant? = nil) async throws {
    guard await host.isListening() else { throw WrongEnd(known.name(host.pid), await host.end()) }
    hasLedger = true
    let socket = folder.socket
    async let emission = Emitter.emit(emitters, to: socket)
    try await instant?.kill(host)
    let answers = await emission
    let sent = emitters.flatMap(\.ids)
    known.sent.formUnion(sent)
    known.accepted.merge(answers.accepted) { max($0, $1) }
    unanswered = sent.filter { known.accepted[$0] == nil }
    findings += answers.errors.map { "\(known.name(host.pid)): a client was told \($0)" }
  }
}

/// A host that did not end as it was to.
struct WrongEnd: Error, CustomStringConvertible {
  let description: String

  init(_ name: String, _ end: HostProcess.End) { description = "\(name) ended with \(end.code) and said: \(end.talk)" }
}
