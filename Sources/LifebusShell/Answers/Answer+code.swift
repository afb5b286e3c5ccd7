internal import LifebusSystem
internal import LifebusWire

extension Answer {
  /// The exit codes that apply to it.
  func codes(waitingFor wait: WireRequest.Wait) -> Set<ExitCode> {
    var codes = Set(allDeliveries.compactMap(\.code))
    if notStored != nil { codes.insert(.failed) }
    if wait == .settled, !isSettled { codes.insert(.timedOut) }
    // It waited for a launch that did not come before the host shut down.
    if disposition == "closed" { codes.insert(.timedOut) }
    if isUnhandled { codes.insert(.unhandled) }
    return codes
  }
}

extension Answer.Delivery {
  /// Nil for what is done, is skipped, or goes on.
  fileprivate var code: ExitCode? {
    switch outcome {
    case "failed", "dead", "crashed", "interrupted": .failed
    case "timedOut", "leftover": .timedOut
    case "held": .held
    default: nil
    }
  }
}
