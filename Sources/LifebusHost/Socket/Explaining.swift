internal import Lifebus
internal import LifebusJSON

/// Why handlers were, or were not, called for one event: a line of JSON for each.
struct Explaining {
  /// Why there is nothing to explain.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  private let bus: LifecycleBus
  private let id: String
  private let source: String?
  private let handler: HandlerID?

  init(_ bus: LifecycleBus, id: String, source: String?, handler: String?) {
    self.bus = bus
    self.id = id
    self.source = source
    self.handler = handler.map { HandlerID($0) }
  }

  var lines: Result<[String], Problem> {
    let registered = bus.snapshot().handlers.map(\.id)
    let explanations = (handler.map { [$0] } ?? registered).map { ($0, explain($0)) }
    if let (_, unknown) = explanations.first(where: { $0.1.sequence == nil }) {
      return .failure(Problem(description: "\(unknown)"))
    }
    if let (name, _) = explanations.first(where: { !$0.1.isHandlerKnown }) {
      let known = registered.map(\.rawValue).joined(separator: ", ")
      return .failure(Problem(description: "no handler '\(name)' is registered; there are \(known)"))
    }
    return .success(explanations.map { text($0.0, $0.1) })
  }

  /// A given id comes before a place in the log.
  private func explain(_ handler: HandlerID) -> Explanation {
    let given = bus.explain(source.map { EventID(id, source: $0) } ?? EventID(id), to: handler)
    guard given.sequence == nil, source == nil, let sequence = Int(id) else { return given }
    return bus.explain(sequence, to: handler)
  }

  private func text(_ handler: HandlerID, _ explanation: Explanation) -> String {
    var line = JSONLine()
    line.add("event", explanation.kind)
    line.add("sequence", explanation.sequence)
    line.add("handler", handler.rawValue)
    line.add("outcome", explanation.outcome?.word)
    line.add("why", explanation.description)
    return line.text
  }
}
