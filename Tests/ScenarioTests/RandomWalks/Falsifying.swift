@testable import LifebusTestKit

extension PlayedCall {
  /// The same call with something else in it.
  func with(handler: String? = nil, sequence: Int? = nil, text: String? = nil, attempt: Int? = nil) -> PlayedCall {
    var call = PlayedCall(
      handler: handler ?? self.handler, clause: clause, kind: kind, text: text ?? self.text,
      sequence: sequence ?? self.sequence, attempt: attempt ?? self.attempt, isReplayed: isReplayed, time: time)
    (call.process, call.appliedLine, call.begin, call.end, call.endTime) = (process, appliedLine, begin, end, endTime)
    return call
  }
}

extension PlayedOutcome {
  /// The same outcome with something else in it.
  func with(word: String? = nil, time: Int? = nil) -> PlayedOutcome {
    PlayedOutcome(
      process: process, appliedLine: appliedLine, handler: handler, sequence: sequence, isReplayed: isReplayed,
      word: word ?? self.word, time: time ?? self.time)
  }
}
