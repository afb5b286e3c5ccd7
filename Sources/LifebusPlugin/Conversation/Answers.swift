internal import Lifebus
internal import LifebusHandlerText
internal import LifebusJSON
internal import LifebusThreads
internal import LifebusWire

/// Tells the host what the handler does, in the order in which it does so.
final class Answers: Relay {
  private struct State {
    /// The delivery that is not answered yet, and its event's place in the log.
    var delivery: (number: Int, sequence: Int)?
    /// What happened before the host was told what the plugin wants; nil after that.
    var early: [OutgoingLine]? = []
  }

  private let outbox: Outbox
  private let state = Lock(State())

  init(_ outbox: Outbox) {
    self.outbox = outbox
  }

  /// The number of the delivery that is not answered yet.
  var awaited: Int? { state.withLock { $0.delivery?.number } }

  var refusal: String? {
    outbox.isFull ? "\(Outbox.limit) lines wait for the host, which does not read: post less, or later" : nil
  }

  /// Tells what the plugin wants, and then what has happened before.
  func begin(with handler: JSONObject) {
    state.withLock { state in
      outbox.put(.reply(.handler(handler)))
      for line in state.early ?? [] { outbox.put(line) }
      state.early = nil
    }
    outbox.send()
  }

  /// A delivery is on its way; false if the one before is not answered.
  func expect(_ number: Int, of sequence: Int) -> Bool {
    state.withLock { state in
      guard state.delivery == nil else { return false }
      state.delivery = (number, sequence)
      return true
    }
  }

  /// No clause wants the event.
  func passUnwanted() {
    state.withLock { state in answer(&state) { .unwanted($0) } }
    outbox.send()
  }

  func handOn() { outbox.send() }

  func take(_ report: RelayReport) {
    state.withLock { state in
      switch report {
      case .ended(let failure, let value, let remark):
        answer(&state) { number in Self.reply(number, failure, committing: value, remark) }
      case .moreTime(let time):
        guard let number = state.delivery?.number else { return }
        put(.reply(.moreTime(number, milliseconds: max(1, time.roundedMilliseconds))), &state)
      case .posted(let post):
        let isCaused = post.cause > 0 && post.cause == state.delivery?.sequence
        put(.post(PostedEvent(post), delivery: isCaused ? state.delivery?.number : nil), &state)
      case .verdict(let verdict):
        if let reply = Self.reply(verdict, state.delivery?.number) { put(.reply(reply), &state) }
      }
    }
  }

  private func put(_ line: OutgoingLine, _ state: inout State) {
    if state.early == nil { outbox.put(line) } else { state.early?.append(line) }
  }

  private func answer(_ state: inout State, _ reply: (Int) -> PluginReply) {
    guard let number = state.delivery?.number else { return }
    state.delivery = nil
    put(.reply(reply(number)), &state)
  }
}

extension Answers {
  private static func reply(
    _ number: Int, _ failure: (any Error)?, committing value: [UInt8]?, _ remark: String?
  ) -> PluginReply {
    if let failure { return .failed(number, reason: "\(failure)", again: !(failure is PermanentFailure)) }
    let size = value.map { CommittedText.text(of: $0).utf8.count }
    guard let size, size > PluginReply.commitLimit else { return .done(number, commit: value, note: remark) }
    let problem = "its commit takes \(size) bytes, and a plugin that is a program commits at most \(PluginReply.commitLimit)"
    return .failed(number, reason: problem, again: false)
  }

  private static func reply(_ verdict: Verdict, _ number: Int?) -> PluginReply? {
    switch verdict {
    case .open(let identity): .opens(identity: identity.rawValue, delivery: number)
    case .closed(let reason): .closes(reason: reason, delivery: number)
    case .pending, .timedOut: nil
    }
  }
}
