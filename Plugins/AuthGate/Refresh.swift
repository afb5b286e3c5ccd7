internal import Lifebus

/// What is known of the refreshes that are on their way.
struct Refresh {
  /// One use of a refresh token.
  struct Attempt: Hashable {
    let token: Secret
    let number: Int
  }

  /// How the use of a refresh token ended.
  struct Ending {
    /// When, on the bus's clock.
    let time: Duration
    /// What the store held then, if nobody has changed it meanwhile.
    let session: [UInt8]
    /// Nil: there is a new token.
    let trouble: TokenTrouble?

    /// True for whoever asked before it, for a session that is the same still.
    func answers(_ asked: Duration, for stored: StoredSession) -> Bool { asked < time && session == stored.bytes }
  }

  /// The attempts that may be joined, by their tokens.
  var running: [Secret: Attempt] = [:]
  private var begun = 0
  /// How the latest of them ended.
  var latest: Ending?
  /// What the latest of them will decide with; another verdict that is given meanwhile makes it come to nothing.
  var decision: Gate.Decision?
  /// What a server has granted and the store has not taken yet, with what the store held.
  var unsaved: (old: [UInt8], new: StoredSession)?

  /// Begins an attempt; one that has come to its end is never joined, also while it lands.
  mutating func begin(_ token: Secret) -> Attempt {
    begun += 1
    let attempt = Attempt(token: token, number: begun)
    running[token] = attempt
    return attempt
  }
}
