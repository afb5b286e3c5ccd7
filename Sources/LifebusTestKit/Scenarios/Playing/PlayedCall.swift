/// One call of a scripted handler, as the handler saw it.
struct PlayedCall: Sendable {
  let handler: String
  let clause: Int
  let kind: String
  /// Its event, as `KIND(WHAT)`.
  let text: String
  let sequence: Int
  let attempt: Int
  let isReplayed: Bool
  /// Milliseconds of virtual time.
  let time: Int
  /// The process in which it began, counted from 0: one for each line that ends a process.
  var process = 0
  /// The number of the line that was applied last when it began.
  var appliedLine = 0
  /// Its place among all begins, ends and stops of the file.
  var begin = 0
  /// The place of its end; nil for a call that has not ended, or died with its process.
  var end: Int?
  /// Milliseconds of virtual time at its end.
  var endTime: Int?
  /// The line of the timeline that tells its end.
  var endMoment: Int?
  /// True once its delivery has an outcome, or is to be called again.
  var isJudged = false

  /// How `trace` writes it, after the time.
  var line: String { text + (attempt > 1 ? " #\(attempt)" : "") + (isReplayed ? " replayed" : "") }
}

/// An event that the bus has told to be in its log.
struct PlayedEvent: Sendable, Equatable {
  let process: Int
  let sequence: Int
  /// `KIND(WHAT)`.
  let text: String
}

/// The outcome of a delivery, as the bus has told it.
struct PlayedOutcome: Sendable, Equatable {
  let process: Int
  /// The number of the line that was applied last.
  let appliedLine: Int
  let handler: String
  let sequence: Int
  let isReplayed: Bool
  let word: String
  /// Milliseconds of virtual time.
  let time: Int
}
