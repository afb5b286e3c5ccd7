internal import LifebusSystem
internal import LifebusWire

extension Answer {
  /// The answer for people: the event, and under it who got it and how that ended.
  func lines(waitingFor wait: WireRequest.Wait, _ colours: Colours, indent: String = "") -> [String] {
    var lines = [indent + title(wait, colours)]
    var table = TextTable()
    for delivery in deliveries { table.add(delivery.cells) }
    lines += table.lines(colours, indent: indent + "  ")
    for event in derived { lines += event.lines(waitingFor: wait, colours, indent: indent + "  ") }
    if isUnhandled, indent.isEmpty {
      lines.append(colours.paint("  nobody handles it", .waiting))
    }
    return lines
  }

  private func title(_ wait: WireRequest.Wait, _ colours: Colours) -> String {
    let name = visible([event, scope].compactMap { $0 }.joined(separator: " "))
    let notes = notes(wait)
    return notes.isEmpty ? name : name + "  " + colours.dim("(" + notes.joined(separator: ", ") + ")")
  }

  private func notes(_ wait: WireRequest.Wait) -> [String] {
    var notes: [String] = []
    let number = sequence.flatMap { $0 > 0 ? "event \($0)" : nil }
    if isDuplicate {
      notes.append(number.map { "duplicate of \($0)" } ?? "duplicate")
    } else if disposition == "waitingForLaunch" {
      notes.append("waits for the launch")
    } else if disposition == "closed" {
      notes.append("lost: the host has shut down")
    } else if disposition == "dropped" {
      notes.append("changed nothing")
    } else if let number {
      notes.append(number)
    }
    if let notStored { notes.append("not stored: \(notStored)") }
    if !keptFor.isEmpty { notes.append("kept for \(keptFor.joined(separator: ", "))") }
    if wait == .settled, !isSettled { notes.append("not settled in time") }
    return notes
  }
}

extension Answer.Delivery {
  fileprivate var cells: [TextTable.Cell] {
    var details: [String] = []
    if attempts > 1 { details.append("\(attempts) attempts") }
    if reason == "held by \(handler)" {
      details.append("quarantined: see lifebus plugins")
    } else if let reason {
      details.append(reason.hasPrefix("held by ") ? String(reason.dropFirst(5)) : reason)
    }
    // What was not called took no time.
    let time = attempts > 0 ? milliseconds.map(Spell.text(milliseconds:)) ?? "" : ""
    let word = TextTable.Cell(outcome, Colours.Mood(of: outcome))
    return [
      TextTable.Cell(handler), word, TextTable.Cell(time.padded(left: 8)), TextTable.Cell(details.joined(separator: "; ")),
    ]
  }
}
