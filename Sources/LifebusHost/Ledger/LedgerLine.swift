internal import Lifebus
internal import LifebusJSON
internal import LifebusLedgerFile

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What is told of a ledger, as lines of JSON.
enum LedgerLine {
  /// One delivery.
  static func text(_ entry: LedgerEntry) -> String {
    var line = JSONLine()
    line.add("handler", entry.handler)
    add(entry.event, to: &line)
    line.add("state", entry.state.rawValue)
    line.add("attempts", entry.attempts)
    line.add("failures", entry.failures)
    line.add("cutOff", entry.cutOff)
    line.add("owner", entry.owner)
    line.add("outcome", entry.outcome)
    line.add("reason", entry.deadReason)
    line.add("ended", entry.ended.map(time))
    return line.text
  }

  /// How many deliveries are left out.
  static func older(_ count: Int) -> String {
    var line = JSONLine()
    line.add("older", count)
    return line.text
  }

  /// One event with its deliveries.
  static func text(_ details: LedgerEventDetails) -> String {
    var line = JSONLine()
    add(details.event, to: &line)
    line.add("type", details.type)
    line.add("cause", details.cause == 0 ? nil : details.cause)
    // What is damaged may be no JSON.
    let isJSON = (try? JSONParser.parse(Array(details.payload.utf8))) != nil
    line.add("payload", json: isJSON ? details.payload : JSONLine.quoted(details.payload))
    line.add("deliveries", json: "[" + details.entries.map(text).joined(separator: ",") + "]")
    return line.text
  }

  private static func add(_ event: LedgerEventHead, to line: inout JSONLine) {
    line.add("sequence", event.sequence)
    line.add("id", event.id)
    line.add("source", event.source)
    line.add("event", event.kind)
    line.add("scope", event.scope)
    line.add("time", time(event.time))
  }

  private static func time(_ milliseconds: Int) -> String {
    var clock = WallClock(start: Date(timeIntervalSince1970: 0))
    return clock.text(at: .milliseconds(milliseconds))
  }

  /// A dead letter to which something was done.
  static func changed(_ entry: LedgerEntry, _ done: StaticString) -> String {
    var line = JSONLine()
    line.add("handler", entry.handler)
    line.add("sequence", entry.event.sequence)
    line.add("event", entry.event.kind)
    line.add(done, true)
    return line.text
  }

  /// A handler to which something was done.
  static func done(_ handler: HandlerID, _ done: StaticString) -> String {
    var line = JSONLine()
    line.add("handler", handler.rawValue)
    line.add(done, true)
    return line.text
  }

  /// Something that is wrong.
  static func finding(_ text: String) -> String {
    var line = JSONLine()
    line.add("finding", text)
    return line.text
  }

  /// Nothing is wrong.
  static func well(_ counts: LedgerCounts) -> String {
    var line = JSONLine()
    line.add("verified", true)
    line.add("events", counts.events)
    line.add("deliveries", counts.deliveries)
    line.add("onceKeys", counts.onceKeys)
    return line.text
  }
}
