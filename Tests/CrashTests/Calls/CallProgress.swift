@testable import CrashHost

/// How far a handler is, while its calls are gone through.
struct CallProgress {
  let rules: CallRules
  var findings: [String] = []
  /// The events called so far, and those of keys.
  private var called: Set<String> = []
  private var eventsOfKeys: [String: String] = [:]
  private var last: CallHistory.Call?
  /// Whether the process of the last call was killed.
  private var wasKilled = false

  init(rules: CallRules) { self.rules = rules }

  /// A process is over in which there were calls.
  mutating func endLife(isKilled: Bool) { wasKilled = isKilled }

  /// What is wrong with the next call; `isFirst`: it is the first of its process.
  mutating func problems(of call: CallHistory.Call, isFirst: Bool) -> [String] {
    defer { last = call }
    let begin = call.begin
    var problems = called.contains(begin.id) ? problems(ofRepeat: begin, isFirst) : problems(ofNew: begin, isFirst)
    called.insert(begin.id)
    let key = rules.key(begin.id)
    if let first = eventsOfKeys[key], first != begin.id { problems.append("\(begin.id) is called, and \(first) had its key") }
    eventsOfKeys[key] = begin.id
    if rules.counts, call.isDone, call.count != called.count {
      problems.append("\(begin.id) is number \(call.count ?? 0) and should be \(called.count)")
    }
    return problems
  }

  private func problems(ofRepeat begin: CallLine.Call, _ isFirst: Bool) -> [String] {
    var problems: [String] = []
    if !rules.repeats { problems.append("\(begin.id) is repeated") }
    if !isFirst || !wasKilled { problems.append("\(begin.id) is repeated without a kill") }
    if begin.id != last?.begin.id { problems.append("\(begin.id) is repeated, and was not the last that was called") }
    if begin.sequence != last?.begin.sequence { problems.append("\(begin.id) is repeated as another event") }
    if begin.attempt < 2 || !begin.isFromEarlierProcess { problems.append("\(begin.id) is repeated and does not say so") }
    return problems
  }

  private func problems(ofNew begin: CallLine.Call, _ isFirst: Bool) -> [String] {
    var problems: [String] = []
    if let last, begin.sequence <= last.begin.sequence {
      problems.append("\(begin.id) comes after \(last.begin.id), out of order")
    }
    // The process before may have been killed between the beginning of the call and its first line.
    let maySayRepeated = rules.repeats && isFirst && begin.isFromEarlierProcess
    if begin.attempt > 1, !maySayRepeated { problems.append("\(begin.id) says that it is repeated, and is not") }
    return problems
  }
}
