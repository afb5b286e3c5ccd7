package import Lifebus

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An event in the form of CloudEvents 1.0.
///
/// Its id is the one that was given, or else the run's and the event's sequence number: unique over all runs. The time of an
/// event that an earlier process accepted is not known.
package struct CloudEvent {
  private let event: AnyEvent
  private let id: EventID
  private let time: Int?
  private let sequence: Int
  private let isReplayed: Bool
  private let isFromEarlierProcess: Bool

  package init(_ delivery: Delivery<AnyEvent>, run: String, time: Int?) {
    event = delivery.event
    sequence = delivery.sequence
    isReplayed = delivery.isReplayed
    isFromEarlierProcess = delivery.isFromEarlierProcess
    // An id that the bus makes is the sequence number, which begins anew in each run.
    id = delivery.givenID ?? EventID("\(run)-\(sequence)")
    self.time = time
  }

  /// The event as one line, which ends with a line break.
  ///
  /// The order of the fields is always the same.
  ///
  /// - Throws: ``AnalyticsLoggerError/event(_:problem:)`` for an application's event whose encoding throws.
  package func line() throws -> [UInt8] {
    let payload = try payload()
    var json = JSONText { json in
      json.add("specversion", "1.0")
      json.add("id", id.value)
      json.add("source", id.source)
      json.add("type", Self.type(of: event.kind))
      if let time { json.add("time", Timestamp.text(time)) }
      json.add("datacontenttype", "application/json")
      json.add("data") { addData(to: &$0, payload) }
    }
    json.endLine()
    return json.bytes
  }

  /// `dev.lifebus.launch`, …, `dev.lifebus.custom.NAME`.
  package static func type(of kind: String) -> String {
    let custom = "custom:"
    return kind.hasPrefix(custom) ? "dev.lifebus.custom.\(kind.dropFirst(custom.count))" : "dev.lifebus.\(kind)"
  }

  private func addData(to json: inout JSONText, _ payload: Data?) {
    json.add("sequence", sequence)
    if let scope = event.scope {
      json.add("scope", scope.name)
      if let instance = scope.instance { json.add("instance", instance) }
    }
    if let scene = event.scene { json.add("scene", scene.rawValue) }
    switch event.base {
    case let launch as Launch:
      json.add("cause", launch.cause.rawValue)
      if !launch.attributes.isEmpty { json.add("attributes", launch.attributes) }
    case let change as PhaseChanged:
      json.add("from", change.from.rawValue)
      json.add("to", change.to.rawValue)
      json.add("isEntry", change.isEntry)
      json.add("isExit", change.isExit)
    case let custom as Custom:
      if !custom.attributes.isEmpty { json.add("attributes", custom.attributes) }
    default: break
    }
    if let payload { json.add("payload", json: payload) }
    if isReplayed { json.add("replayed", true) }
    if isFromEarlierProcess { json.add("fromEarlierProcess", true) }
  }

  /// The fields of an application's own type, if it can be encoded.
  private func payload() throws -> Data? {
    switch event.base {
    case is Launch, is any PlacedEvent, is PhaseChanged, is Custom: return nil
    default: break
    }
    guard let own = event.base as? any Encodable else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do {
      return try encoder.encode(own)
    } catch {
      throw AnalyticsLoggerError.event(event.kind, problem: "\(error)")
    }
  }
}
