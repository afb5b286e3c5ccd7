internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// What is shown of the host's answers, and the exit code that they come to.
struct EmitReport {
  let wait: WireRequest.Wait
  let printsJSON: Bool
  /// Whether events come as lines, whose numbers say more than nothing.
  let hasLines: Bool
  let colours: Colours
  private(set) var codes: Set<ExitCode> = []

  init(wait: WireRequest.Wait, printsJSON: Bool, hasLines: Bool, colours: Colours) {
    self.wait = wait
    self.printsJSON = printsJSON
    self.hasLines = hasLines
    self.colours = colours
  }

  /// Takes in an answer, and returns what is to be printed and what is to be said of it.
  mutating func take(_ line: [UInt8]) -> (data: String?, talk: String?) {
    let text = String(decoding: line, as: UTF8.self)
    guard let object = JSONObject(parsing: line) else {
      codes.insert(.noHost)
      return (nil, "the host's answer is no JSON object: \(text.prefix(80))")
    }
    if let refused = RefusedLine(object) {
      codes.insert(.badInput)
      return (printsJSON ? text : nil, refused.text(namesLine: hasLines))
    }
    let answer = Answer(object)
    codes.formUnion(answer.codes(waitingFor: wait))
    return (printsJSON ? text : answer.lines(waitingFor: wait, colours).joined(separator: "\n"), nil)
  }

  /// Takes in how the connection ended; returns what is to be said where not all was answered.
  mutating func end(_ ending: Ending, unanswered: Int, at place: HostPlace) -> String? {
    codes.insert(ending.code)
    if let words = ending.words(place) { return words }
    guard unanswered > 0 else { return nil }
    codes.insert(.noHost)
    return
      "the host \(ending == .shutdown ? "shut down" : "ended") before it had answered all: \(count(unanswered, "line")) of the "
      + "input \(unanswered == 1 ? "has" : "have") no answer"
  }

  var code: ExitCode { .first(of: codes) }
}
