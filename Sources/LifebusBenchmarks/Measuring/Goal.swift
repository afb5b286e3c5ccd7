/// What a row is to reach, and what comes then.
struct Goal: Sendable, Equatable {
  let sense: Sense
  let reach: Double
  let then: Double?

  /// On which side of its limit a ratio holds.
  enum Sense: String, Sendable {
    case atLeast = "≥"
    case atMost = "≤"
  }

  static func atLeast(_ reach: Double, then: Double? = nil) -> Goal { Goal(sense: .atLeast, reach: reach, then: then) }
  static func atMost(_ reach: Double, then: Double? = nil) -> Goal { Goal(sense: .atMost, reach: reach, then: then) }

  func holds(_ ratio: Double) -> Bool { holds(ratio, reach) }

  /// Whether what comes then is reached too; nil: nothing comes.
  func goesOn(_ ratio: Double) -> Bool? { then.map { holds(ratio, $0) } }

  private func holds(_ ratio: Double, _ limit: Double) -> Bool {
    switch sense {
    case .atLeast: ratio >= limit
    case .atMost: ratio <= limit
    }
  }
}
