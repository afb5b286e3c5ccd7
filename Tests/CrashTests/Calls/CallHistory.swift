@testable import CrashHost

/// What a handler has written down of its calls, over all processes.
struct CallHistory {
  /// One call.
  struct Call: Equatable {
    let begin: CallLine.Call
    var isDone = false
    /// The handler's own count, if it has one.
    var count: Int?
  }

  /// The calls of one process, in order.
  struct Life {
    let pid: Int32
    var calls: [Call] = []
  }

  private(set) var lives: [Life] = []
  /// What stands in the file and should not.
  private(set) var problems: [String] = []

  /// Reads the text of a file.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      guard let read = CallLine(line) else {
        problems.append("'\(line)' is no line of a call")
        continue
      }
      add(read)
    }
  }

  private mutating func add(_ line: CallLine) {
    if case .process(let pid) = line { return lives.append(Life(pid: pid)) }
    guard !lives.isEmpty else { return problems.append("a call is written down before its process is") }
    let isRunning = lives[lives.count - 1].calls.last?.isDone == false
    switch line {
    case .begin(let call):
      if isRunning { problems.append("the call for \(call.id) begins before the last one has ended") }
      lives[lives.count - 1].calls.append(Call(begin: call))
    case .end(let id, let count):
      guard isRunning, var call = lives[lives.count - 1].calls.popLast(), call.begin.id == id else {
        return problems.append("a call for \(id) ends that does not run")
      }
      (call.isDone, call.count) = (true, count)
      lives[lives.count - 1].calls.append(call)
    case .process: break
    }
  }

  /// All calls, in order.
  var calls: [Call] { lives.flatMap(\.calls) }

  /// The events whose calls have done their work.
  var done: Set<String> { Set(calls.filter(\.isDone).map(\.begin.id)) }

  /// The calls for an event that was called before.
  var repeats: Int { calls.count - Set(calls.map(\.begin.id)).count }
}
