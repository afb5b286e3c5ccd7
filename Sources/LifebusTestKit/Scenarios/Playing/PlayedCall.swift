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
  /// Its place among all begins, ends and stops of the file.
  var begin = 0
  /// The place of its end; nil for a call that has not ended, or died with its process.
  var end: Int?
  /// The line of the timeline that tells its end.
  var endMoment: Int?
  /// True once its delivery has an outcome, or is to be called again.
  var isJudged = false

  /// How `trace` writes it, after the time.
  var line: String { text + (attempt > 1 ? " #\(attempt)" : "") + (isReplayed ? " replayed" : "") }
}
