import Foundation
import LifebusJSON

/// Prints rows, for people or as one JSON object a line.
struct Report {
  let printsJSON: Bool

  /// Says what a row is, and what it is to reach.
  func list(_ row: Row) {
    say(printsJSON ? line(of: row).text : "\(padded(row.id, 4)) \(padded(goal(of: row), 15)) \(what(row))")
  }

  /// Prints what was measured.
  func show(_ measurement: Measurement) {
    say(printsJSON ? json(measurement) : text(measurement))
  }

  /// Says why a row has no figure.
  func skip(_ row: Row, because reason: String) {
    guard printsJSON else { return say("\(padded(row.id, 4)) \(padded("skipped", 15)) \(what(row)): \(reason)") }
    var line = line(of: row)
    line.add("skipped", reason)
    say(line.text)
  }

  private func text(_ measurement: Measurement) -> String {
    let (row, ratios) = (measurement.row, measurement.ratios)
    let spread = "(\(rounded(ratios.min() ?? .nan)) … \(rounded(ratios.max() ?? .nan)))"
    let ratio = measurement.peer == nil ? spread : "\(rounded(measurement.ratio))× \(spread)"
    let peer = measurement.peer.map { " against " + row.unit.text($0.median) } ?? ""
    let figures = row.unit.text(measurement.product.median) + peer
    return "\(padded(row.id, 4)) \(padded(verdict(measurement), 15)) \(padded(ratio, 24)) \(what(row)): \(figures)"
  }

  func json(_ measurement: Measurement) -> String {
    var line = line(of: measurement.row)
    line.add("ratio", json: rounded(measurement.ratio))
    line.add("holds", measurement.row.goal?.holds(measurement.ratio))
    line.add("thenHolds", measurement.row.goal?.goesOn(measurement.ratio))
    line.add("spread", json: "[\(rounded(measurement.ratios.min() ?? .nan)),\(rounded(measurement.ratios.max() ?? .nan))]")
    line.add("product", json: rounded(measurement.product.median))
    if let peer = measurement.peer { line.add("peer", json: rounded(peer.median)) }
    return line.text
  }

  private func line(of row: Row) -> JSONLine {
    var line = JSONLine()
    line.add("row", row.id)
    line.add("what", what(row))
    line.add("unit", row.unit.rawValue)
    line.add("sense", row.goal?.sense.rawValue)
    if let goal = row.goal { line.add("reach", json: exact(goal.reach)) }
    if let then = row.goal?.then { line.add("then", json: exact(then)) }
    return line
  }
}

// MARK: Words

extension Report {
  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private func what(_ row: Row) -> String { row.what + (row.peer.map { ", against \($0.name)" } ?? "") }

  private func goal(of row: Row) -> String {
    guard let goal = row.goal else { return "no goal" }
    return "\(goal.sense.rawValue) \(exact(goal.reach))" + (goal.then.map { ", then \(exact($0))" } ?? "")
  }

  /// The farthest limit that holds, or the nearest that is missed.
  private func verdict(_ measurement: Measurement) -> String {
    guard let goal = measurement.row.goal else { return "" }
    let limit = goal.goesOn(measurement.ratio) == true ? goal.then ?? goal.reach : goal.reach
    return "\(goal.sense.rawValue) \(exact(limit)) \(goal.holds(measurement.ratio) ? "holds" : "missed")"
  }

  private func exact(_ value: Double) -> String { String(format: "%g", value) }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
