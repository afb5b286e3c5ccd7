/// What the content of a store leads to.
enum Judgement {
  /// Somebody's session, valid or expired.
  case session(StoredSession)
  /// Nobody is in, for the reason that the text gives.
  case closed(String)
  /// The content says neither, for the reason that the text gives; that is never "signed out".
  case unknown(String)
}

extension Judgement {
  /// Judges the bytes of a store.
  init(of bytes: [UInt8]) {
    do throws(SessionTrouble) { self = .session(try StoredSession(bytes)) } catch { self = .unknown(error.reason) }
  }
}
