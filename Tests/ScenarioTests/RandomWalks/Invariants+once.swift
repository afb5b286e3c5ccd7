import LifebusHandlerText

@testable import Lifebus
@testable import LifebusTestKit

/// What is to be done once is done once, and passed over only when it has been done.
extension Invariants {
  private struct Key: Hashable {
    let handler: Int
    let clause: Int
    let range: String
  }

  mutating func checkOnce() {
    var done: [Key: PlayedOutcome] = [:]
    for (delivery, outcome) in ends(.done) {
      guard let version = calls[delivery]?.last.map({ implied.versions[$0.process] }) else {
        fail("\(name(delivery)) is done without a call")
        continue
      }
      guard let key = key(delivery, version) else { continue }
      if done[key] != nil { fail("\(name(delivery)) is done, and had been done before, once \(key.range)") }
      done[key] = outcome
    }
    for (delivery, outcome) in ends(.duplicate) {
      guard let key = key(delivery, implied.versions[outcome.process]), let first = done[key], first.time <= outcome.time else {
        fail("\(name(delivery)) is a duplicate, and nothing like it was done before")
        continue
      }
    }
  }

  private func ends(_ word: Outcome) -> [(Int, PlayedOutcome)] {
    outcomes.flatMap { delivery, outcomes in outcomes.filter { $0.word == word.word }.map { (delivery, $0) } }
      .sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }
  }

  private func key(_ delivery: Int, _ version: String) -> Key? {
    let (handler, place) = (implied.deliveries[delivery].handler, implied.deliveries[delivery].event)
    guard let clause = implied.deliveries[delivery].clause else { return nil }
    let event = implied.events[place]
    let process = process(of: delivery)
    let range: String? =
      switch scenario.handlers[handler].clauses[clause].once {
      case .everyTime: nil
      case .perProcess: "in process \(process)"
      case .perSession: "in session \(event.session) of process \(process)"
      case .perScope: "in generation \(event.generation) of \(event.place?.scope.description ?? "") in process \(process)"
      case .perVersion: "in version \(version)"
      case .perInstall: "for ever"
      case .perKey: "for the key \(event.key ?? "")"
      }
    guard let range else { return nil }
    return Key(handler: handler, clause: clause, range: range)
  }
}
