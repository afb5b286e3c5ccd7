internal import Lifebus

/// What the calls for one clause did, as a scenario's script has it: the same for all, but for the first few.
struct RecordedScript: Equatable, Sendable {
  var duration = 0
  /// The first calls that throw.
  private(set) var fails = 0
  /// The first calls that never return.
  private(set) var hangs = 0
  private(set) var ignoresCancel = false
  /// False if the calls ended in turns that a script cannot have, such as a failure after a success.
  private(set) var isExact = true

  /// Reads how the calls for one clause ended, in their order.
  ///
  /// - Parameters:
  ///   - endings: The ends of the calls.
  ///   - outlivesCancel: True if one of them went on when its gate had closed and cancelled it.
  init(_ endings: [Chronicle.Call.Ending], outlivesCancel: Bool = false) {
    fails = count(endings, .failed)
    hangs = endings.lastIndex { $0 == .open || $0 == .stuck(returned: false) }.map { $0 + 1 } ?? 0
    let hanging = endings.prefix(hangs)
    if !hanging.allSatisfy({ $0 == .open || $0 == .stuck(returned: false) }) { giveUp() }
    ignoresCancel = outlivesCancel || endings.contains(.stuck(returned: true))
    if outlivesCancel, endings.contains(where: { $0.isCutByGate || $0 == .timedOut }) { giveUp() }
    for limited in [Chronicle.Call.Ending.timedOut, .stuck(returned: true)] where endings.contains(limited) {
      if !endings.allSatisfy({ $0 == limited || $0.isCut }) { giveUp() }
    }
  }

  private mutating func count(_ endings: [Chronicle.Call.Ending], _ ending: Chronicle.Call.Ending) -> Int {
    guard let last = endings.lastIndex(of: ending) else { return 0 }
    if !endings[...last].allSatisfy({ $0 == ending || $0.isCut }) { isExact = false }
    return isExact ? last + 1 : 0
  }

  private mutating func giveUp() {
    (fails, hangs, ignoresCancel, isExact) = (0, 0, false, false)
  }
}

extension Chronicle.Call.Ending {
  /// Whether something from outside ended the call: what it would have done is not known.
  fileprivate var isCut: Bool {
    if case .cut = self { true } else { false }
  }

  fileprivate var isCutByGate: Bool {
    if case .cut(.some) = self { true } else { false }
  }
}
