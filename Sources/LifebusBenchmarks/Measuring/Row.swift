/// One line of the table: what is measured, against whom, and what is to be reached.
struct Row: Sendable {
  /// The row's name in the table; several lines may share it.
  let id: String
  let what: String
  let unit: Unit
  /// Nil: a line for comparison only.
  let goal: Goal?
  let product: any Contender
  /// Nil: the goal is about the product's own figure.
  let peer: (any Contender)?

  init(
    _ id: String, _ what: String, in unit: Unit = .nanoseconds, goal: Goal? = nil, _ product: any Contender,
    against peer: (any Contender)? = nil
  ) {
    self.id = id
    self.what = what
    self.unit = unit
    self.goal = goal
    self.product = product
    self.peer = peer
  }

  /// Measures product and peer in turn, so that both meet the same noise; the first round warms up.
  ///
  /// It posts from the main actor, as applications do.
  func measure(rounds: Int) async throws -> Measurement {
    let contenders = [product] + (peer.map { [$0] } ?? [])
    do {
      for contender in contenders { try await contender.prepare() }
      let figures = try await play(rounds, contenders)
      for contender in contenders { await contender.finish() }
      return Measurement(row: self, product: figures[0], peer: figures.count > 1 ? figures[1] : nil)
    } catch {
      for contender in contenders { await contender.finish() }
      throw error
    }
  }

  private func play(_ rounds: Int, _ contenders: [any Contender]) async throws -> [[Double]] {
    var figures = contenders.map { _ in [Double]() }
    for round in 0...rounds {
      for (index, contender) in contenders.enumerated() {
        let figure = try await contender.measure()
        if round > 0 { figures[index].append(figure) }
      }
    }
    return figures
  }
}
