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
    var rest = lines[...]
    var unanswered = 0
    while !rest.isEmpty || unanswered > 0 {
      if unanswered < Self.window, !rest.isEmpty, connection.send(rest.prefix(Self.piece)) {
        unanswered += min(rest.count, Self.piece)
        rest = rest.dropFirst(Self.piece)
        continue
      }
      guard let answer = connection.next() else { break }
      unanswered -= 1
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
