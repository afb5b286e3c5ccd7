/// Where a bus reports to whose deliveries come from the bus of another process.
package protocol Relay: AnyObject, Sendable {
  /// Takes in what has happened.
  ///
  /// It is called while the bus is locked, in the order in which things happen: it may cost no more than a write to memory.
  func take(_ report: RelayReport)

  /// Hands on what was taken in; called after ``take(_:)``, when the bus is not locked any more.
  func handOn()

  /// Why nothing can be posted now; nil if it can.
  ///
  /// It is called as ``take(_:)`` is.
  var refusal: String? { get }
}

/// What the other process is to be told.
package enum RelayReport: Sendable {
  /// The call of the one delivery is over: it has thrown `failure`, or is done, with what the handler wants kept.
  case ended(failure: (any Error)?, committing: [UInt8]?, remark: String?)
  /// The call may take so much longer.
  case moreTime(Duration)
  /// An event was posted.
  case posted(RelayedPost)
  /// The handler has decided on its gate.
  case verdict(Verdict)
}

/// What was posted on a bus that relays.
package struct RelayedPost: Sendable {
  /// An event, or a source's report of a scene.
  package enum Content: Sendable {
    case event(AnyEvent)
    case report(SceneReport, scene: SceneID, reason: ReportReason?)
  }

  package let content: Content
  /// The id that was given.
  package let id: EventID?
  /// The sequence number of the event that caused it; 0 if none did.
  package let cause: Int

  init(_ entry: Entry) {
    content =
      if let report = entry as? ReportEntry {
        .report(report.report, scene: report.scene, reason: report.reason)
      } else {
        .event(AnyEvent(entry.event, kind: entry.kindName))
      }
    id = entry.given?.id
    cause = entry.cause
  }
}
