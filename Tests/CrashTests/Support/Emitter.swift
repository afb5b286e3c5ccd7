import LifebusJSON
import LifebusSystem
import LifebusWire

@testable import CrashHost

/// A client that emits events to a host, and does not wait for one answer before it sends the next.
struct Emitter {
  /// The most events that are sent and not answered yet.
  private static let window = 16
  /// The most events that are sent at once.
  private static let piece = 4

  /// True: a launch goes before the events.
  var launches = false
  /// The events' name.
  var event = work
  var wait = WireRequest.Wait.accepted
  /// What is done as soon as so many lines are answered, or all.
  var onAnswer: (count: Int, body: @Sendable () -> Void)?
  let ids: [String]

  /// What a client was told.
  struct Answers {
    /// The events that the host has accepted, with their places in the log; 0: it does not know the place any more.
    var accepted: [String: Int] = [:]
    /// The lines that say that something is wrong.
    var errors: [String] = []
  }

  /// Emits the events, until all are answered or the host is gone.
  func emit(to socket: String) -> Answers {
    guard var connection = try? Connection(to: socket, asking: .emit(wait: wait, timeoutMilliseconds: 120_000)) else {
      return Answers()
    }
    defer { connection.close() }
    var answers = Answers()
    let lines = lines
    var (sent, answered) = (0, 0)
    while answered < lines.count {
      let piece = lines[sent..<min(sent + Self.piece, lines.count)]
      if sent - answered < Self.window, !piece.isEmpty, connection.send(piece) {
        sent += piece.count
        continue
      }
      guard let answer = connection.next() else { break }
      answered += 1
      if let onAnswer, answered == min(onAnswer.count, lines.count) { onAnswer.body() }
      answers.note(answer)
    }
    return answers
  }

  /// Emits the events of several clients at once.
  static func emit(_ emitters: [Emitter], to socket: String) async -> Answers {
    await withTaskGroup { group in
      for emitter in emitters {
        group.addTask { await onOwnThread("crash-client") { emitter.emit(to: socket) } }
      }
      return await group.reduce(into: Answers()) { $0.add($1) }
    }
  }

  private var lines: [String] {
    (launches ? [#"{"type":"launch"}"#] : [])
      + ids.map { #"{"type":"custom","name":"\#(event)","id":"\#($0)","key":"\#(Known.key(of: $0))"}"# }
  }
}

extension Emitter.Answers {
  fileprivate mutating func add(_ others: Emitter.Answers) {
    accepted.merge(others.accepted) { first, _ in first }
    errors += others.errors
  }

  fileprivate mutating func note(_ answer: JSONObject) {
    if answer["error"] != nil { return errors.append(JSONValue.object(answer).json) }
    guard let id = answer.text("id"), answer.text("event") != "launch", answer["notStored"] == nil else { return }
    guard [nil, "duplicate"].contains(answer.text("disposition")) else { return }
    accepted[id] = answer.number("sequence")
  }
}
