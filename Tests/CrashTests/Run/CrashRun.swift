import Foundation
import Lifebus
import LifebusTestKit
import LifebusWire

@testable import CrashHost

/// A host that is killed again and again in one state folder, and what is known of its events meanwhile.
struct CrashRun {
  let folder: TemporaryFolder
  private(set) var known = Known()
  /// What is not as promised, as far as it was seen on the way.
  private(set) var findings: [String] = []
  private var random: SeededGenerator
  private var starts = 0
  /// Events that were sent and not answered.
  private var unanswered: [String] = []
  /// True once a host has come to serve clients, and so has made its ledger.
  private var hasLedger = false

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    folder = try TemporaryFolder()
    let config = #"{"plugins":{"analytics-logger":{"maxBytes":20000,"keep":1000}}}"#
    try config.write(toFile: folder["config.json"], atomically: false, encoding: .utf8)
  }

  /// What two events have in common for a handler that works once for each key.
  static func key(of id: String) -> String { "k\((Int(id.dropFirst()) ?? 0) / 2)" }

  // MARK: Killing

  /// Starts a host and kills it at a random instant; another one, if it has come to its own end before.
  mutating func kill() async throws {
    var isKilled = false
    while !isKilled {
      let instant = Instant(number: starts, using: &random)
      let host = try start("\(instant)")
      if instant.isWhileEmitting { try await emit(to: host, until: instant) } else { try await instant.kill(host) }
      let end = await host.end()
      isKilled = end.code == -SIGKILL
      guard isKilled || instant.mayStop && end.code == 0 else { throw CrashRunError(known.name(host.pid), end) }
      if isKilled { known.killed.insert(host.pid) }
      try inspectLedger(after: known.name(host.pid))
    }
  }

  /// Lets the rest be done: starts a host that is not killed, waits until it has nothing more to do, and stops it.
  mutating func finish() async throws {
    let host = try start("not killed")
    let last = Emitter(launches: true, wait: .settled, ids: unanswered + newEvents(2))
    try await emit([last], to: host, until: nil)
    host.send(SIGTERM)
    let end = await host.end()
    guard end.code == 0 else { throw CrashRunError(known.name(host.pid), end) }
    findings += unanswered.map { "\($0) was not accepted by a host that nobody killed" }
    try inspectLedger(after: known.name(host.pid))
  }

  private mutating func start(_ what: String) throws -> HostProcess {
    starts += 1
    let plugins = (CallRules.all.map(\.handler.rawValue) + ["analytics-logger"]).joined(separator: ",")
    let host = try HostProcess(["--plugins", plugins, "--state", folder["state"], "--config", folder["config.json"]])
    known.names[host.pid] = "process \(starts) (kill \(known.killed.count + 1), \(what))"
    return host
  }

  private mutating func inspectLedger(after process: String) throws {
    guard hasLedger else { return }
    let ledger = try LedgerLook(folder["state/ledger"])
    findings += ledger.findings.map { "the ledger after \(process): \($0)" }
    known.interrupted.formUnion(ledger.interrupted)
  }

  /// Takes down that something is not as promised.
  mutating func note(_ finding: String) { findings.append(finding) }

  // MARK: Emitting

  /// Emits events as one or two clients, until the host is killed.
  private mutating func emit(to host: HostProcess, until instant: Instant) async throws {
    let again = unanswered.filter { _ in Bool.random(using: &random) }
    var emitters = [Emitter(launches: true, ids: again + newEvents(Int.random(in: 5...40, using: &random)))]
    if Bool.random(using: &random) { emitters.append(Emitter(ids: newEvents(Int.random(in: 5...40, using: &random)))) }
    try await emit(emitters, to: host, until: instant)
  }

  private mutating func emit(_ emitters: [Emitter], to host: HostProcess, until instant: Instant?) async throws {
    guard await host.isListening() else { throw CrashRunError(known.name(host.pid), await host.end()) }
    hasLedger = true
    let socket = folder["state/socket"]
    async let emission = Emitter.emit(emitters, to: socket)
    try await instant?.kill(host)
    let answers = await emission
    known.accepted.merge(answers.accepted) { max($0, $1) }
    findings += answers.errors.map { "\(known.name(host.pid)): a client was told \($0)" }
    unanswered = emitters.flatMap(\.ids).filter { known.accepted[$0] == nil }
  }

  private mutating func newEvents(_ count: Int) -> [String] {
    let ids = (known.sent.count..<known.sent.count + count).map { "e\($0)" }
    known.sent.formUnion(ids)
    return ids
  }
}

/// A host that did not end as it was to.
struct CrashRunError: Error, CustomStringConvertible {
  let description: String

  init(_ name: String, _ end: HostProcess.End) { description = "\(name) ended with \(end.code) and said: \(end.talk)" }
}
