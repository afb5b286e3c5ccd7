/// The bus, or a peer of it, at one task.
protocol Contender: Sendable {
  var name: String { get }

  /// Gets ready, once before the first round.
  ///
  /// - Throws: ``Skip`` if this machine lacks what it needs.
  func prepare() async throws

  /// Does the task once, and returns the figure.
  ///
  /// - Throws: ``Lost`` if not everything arrived once and in order.
  func measure() async throws -> Double

  /// Ends what was begun in ``prepare()``; called once after the last round, and when something was thrown.
  func finish() async
}

extension Contender {
  func prepare() async throws {}
  func finish() async {}
}

/// A row cannot be measured on this machine, for the reason that the text gives.
struct Skip: Error {
  let reason: String
}

/// A contender that lost, doubled or disordered an event has no figure.
struct Lost: Error, CustomStringConvertible {
  let contender: String

  init(by contender: any Contender) { self.contender = contender.name }

  var description: String { "\(contender) did not deliver each event once and in order: no figure" }
}
