internal import LifebusJSON
internal import LifebusSystem

/// How a bus stands, as a page for people: the host, its handlers, its gates.
struct StatusPage {
  private let status: JSONObject

  init(_ status: JSONObject) {
    self.status = status
  }

  func lines(_ colours: Colours) -> [String] {
    let tables = [handlers, gates, absent].compactMap { $0 }
    return head + tables.flatMap { [""] + $0.lines(colours) }
  }

  private var head: [String] {
    let up = status.decimal("uptimeSeconds").map { "up " + Spell.text(seconds: $0) }
    let pid = status.number("pid").map { "pid \($0)" }
    let version = status.text("appVersion").map { "version \($0)" }
    let waiting = status.number("waitingForLaunch").flatMap { $0 > 0 ? "\($0) waiting for it" : nil }
    let launch = status.isTrue("isLaunched") ? "launched" : "not launched"
    let numbers = [
      status.text("phase"), launch, waiting, status.number("events").map { count($0, "event") },
      status.number("entries").map { count($0, "entry", "entries") }, status.number("exits").map { count($0, "exit") },
    ]
    return [
      visible((["lifebus-host", pid, version, up].compactMap { $0 }).joined(separator: "  ")),
      visible(numbers.compactMap { $0 }.joined(separator: ", ")),
    ]
  }

  private var handlers: TextTable? {
    let handlers = status.objects("handlers").map(HandlerStatus.init)
    guard !handlers.isEmpty else { return nil }
    var table = TextTable(["HANDLER", "STATE", "LAG", "NOW", "SO FAR", "LAST ERROR"])
    for handler in handlers { table.add(handler.cells) }
    return table
  }

  private var gates: TextTable? {
    let gates = status.objects("gates")
    guard !gates.isEmpty else { return nil }
    var table = TextTable(["GATE", "VERDICT", "WHO IS IN", "SINCE"])
    for gate in gates {
      let verdict = gate.text("verdict") ?? ""
      table.add([
        TextTable.Cell(gate.text("gate")), TextTable.Cell(verdict, Colours.Mood(of: verdict)),
        TextTable.Cell(gate.text("identity") ?? "-"),
        TextTable.Cell(gate.decimal("sinceSeconds").map { Spell.text(seconds: $0) + " ago" }),
      ])
    }
    return table
  }

  /// Durable handlers that are not there: what they want is kept for them.
  private var absent: TextTable? {
    let handlers = status.objects("absent")
    guard !handlers.isEmpty else { return nil }
    var table = TextTable(["NOT HOSTED", "WAITING", "WHY"])
    for handler in handlers {
      let waiting = String(handler.number("waiting") ?? 0).padded(left: 7)
      table.add([
        TextTable.Cell(handler.text("handler")), TextTable.Cell(waiting), TextTable.Cell(handler.text("quarantine"), .bad),
      ])
    }
    return table
  }
}

/// The row of one handler.
private struct HandlerStatus {
  private let handler: JSONObject

  init(_ handler: JSONObject) {
    self.handler = handler
  }

  var cells: [TextTable.Cell] {
    let state = handler.text("state") ?? ""
    let error = TextTable.Cell(lastError, .bad)
    return [
      TextTable.Cell(handler.text("handler")), TextTable.Cell(state, Colours.Mood(of: state)),
      TextTable.Cell(String(handler.number("lag") ?? 0).padded(left: 3)), TextTable.Cell(now), TextTable.Cell(counts), error,
    ]
  }

  /// What it does, or what it waits for.
  private var now: String {
    if let running = handler.object("running") {
      let event = [running.text("event"), running.text("scope")].compactMap { $0 }.joined(separator: " ")
      let time = running.decimal("seconds").map { " for " + Spell.text(seconds: $0) } ?? ""
      let attempt = running.number("attempt").flatMap { $0 > 1 ? ", attempt \($0)" : nil } ?? ""
      return event + time + attempt
    }
    return handler.text("quarantine") ?? handler.text("heldBy").map { "held by \($0)" } ?? "-"
  }

  private var counts: String {
    let counts = handler.object("counts")?.members.map { "\($0.value.attributeText) \($0.key)" } ?? []
    return counts.isEmpty ? "-" : counts.joined(separator: ", ")
  }

  private var lastError: String? {
    guard let error = handler.text("lastError") else { return nil }
    return handler.decimal("lastErrorSeconds").map { "\(Spell.text(seconds: $0)) ago: \(error)" } ?? error
  }
}
