/// How one delivery, one event for one handler, ended; or, while it has not, how it stands.
public enum Outcome: Sendable, Equatable {
  /// The call returned.
  case done
  /// The call threw; the text describes the error.
  case failed(String)
  /// The call did not return within its limit.
  case timedOut
  /// The attempts are used up; the delivery is kept with its reason.
  case dead(String)
  /// A once-only clause had been done before.
  case duplicate
  /// The process died during the call, and at most one attempt was asked for.
  case interrupted
  /// The call ended its process.
  case crashed
  /// The handler was not called, or not called again.
  case skipped(SkipReason)
  /// Not ended: the call has not returned.
  case running
  /// Not ended: earlier deliveries come first.
  case waiting
  /// Not ended: it waits for a gate or another handler.
  case held(by: HandlerID)

  /// False for `running`, `waiting` and `held`.
  public var isFinal: Bool {
    switch self {
    case .running, .waiting, .held: false
    default: true
    }
  }

  /// The word for it in timelines and JSON; of a skip, its reason.
  public var word: String {
    switch self {
    case .done: "done"
    case .failed: "failed"
    case .timedOut: "timedOut"
    case .dead: "dead"
    case .duplicate: "duplicate"
    case .interrupted: "interrupted"
    case .crashed: "crashed"
    case .skipped(let reason): reason.rawValue
    case .running: "running"
    case .waiting: "waiting"
    case .held: "held"
    }
  }

  /// The text that says why, where there is one.
  public var reason: String? {
    switch self {
    case .failed(let reason), .dead(let reason): reason
    case .held(let by): "held by \(by)"
    default: nil
    }
  }
}

/// Why a handler was not called, or not called again.
public enum SkipReason: String, Sendable, Codable, CaseIterable {
  /// A newer event of the same clause waited, and the clause keeps the latest.
  case collapsed
  /// The backlog was full.
  case dropped
  /// The handler was unregistered.
  case ended
  /// The bus was shut down first.
  case leftover
  /// The event is of an earlier process.
  case expired
  /// It was published while another identity was in.
  case identityChanged
}
