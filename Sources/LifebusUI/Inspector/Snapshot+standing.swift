package import Lifebus

extension Snapshot.Handler {
  /// How the handler stands, in a few words.
  package var standing: String {
    let reason = heldBy.map { "held by \($0)" } ?? running.map { "runs \($0.kind)" } ?? state.rawValue
    return waiting == 0 ? reason : "\(reason), \(waiting) waiting"
  }
}
