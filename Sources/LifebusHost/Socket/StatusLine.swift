internal import Lifebus
internal import LifebusJSON
internal import LifebusSystem

/// How the bus stands, as one line of JSON.
struct StatusLine {
  private let snapshot: Snapshot
  private let house: Client.House

  init(_ snapshot: Snapshot, _ house: Client.House) {
    self.snapshot = snapshot
    self.house = house
  }

  var text: String {
    var line = JSONLine()
    line.add("pid", house.pid)
    line.add("appVersion", house.version)
    line.add("uptimeSeconds", json: Self.seconds(snapshot.time))
    line.add("isLaunched", snapshot.isLaunched)
    line.add("phase", snapshot.phase.rawValue)
    line.add("entries", snapshot.entries)
    line.add("exits", snapshot.exits)
    line.add("events", snapshot.events)
    line.add("waitingForLaunch", snapshot.waitingForLaunch)
    line.add("clients", house.clients())
    line.add("handlers", json: "[" + snapshot.handlers.map(text).joined(separator: ",") + "]")
    line.add("gates", json: "[" + snapshot.gates.map(text).joined(separator: ",") + "]")
    line.add("absent", json: "[" + snapshot.absent.map(text).joined(separator: ",") + "]")
    return line.text
  }

  private func text(_ handler: Snapshot.Handler) -> String {
    var line = JSONLine()
    line.add("handler", handler.id.rawValue)
    line.add("state", handler.state.rawValue)
    line.add("lag", handler.waiting)
    if let running = handler.running { line.add("running", json: text(running)) }
    line.add("heldBy", handler.heldBy?.rawValue)
    line.add("lastError", handler.lastError)
    if let time = handler.lastErrorAt { line.add("lastErrorSeconds", json: ago(time)) }
    line.add("quarantine", handler.quarantine)
    line.add("counts", json: JSONLine.object(handler.counts) { String($0) })
    return line.text
  }

  private func text(_ running: Snapshot.Handler.Running) -> String {
    var line = JSONLine()
    line.add("event", running.kind)
    line.add("scope", running.scope)
    line.add("sequence", running.sequence)
    line.add("attempt", running.attempt)
    line.add("seconds", json: Self.seconds(running.seconds))
    return line.text
  }

  private func text(_ gate: Snapshot.Gate) -> String {
    var line = JSONLine()
    line.add("gate", gate.id.rawValue)
    line.add("verdict", gate.verdict)
    line.add("identity", gate.identity)
    line.add("sinceSeconds", json: ago(gate.since))
    return line.text
  }

  private func text(_ handler: Snapshot.Absent) -> String {
    var line = JSONLine()
    line.add("handler", handler.id.rawValue)
    line.add("waiting", handler.waiting)
    line.add("quarantine", handler.quarantine)
    return line.text
  }

  private func ago(_ time: Double) -> String { Self.seconds(max(0, snapshot.time - time)) }

  private static func seconds(_ seconds: Double) -> String {
    Duration.seconds(seconds).decimals
  }
}
