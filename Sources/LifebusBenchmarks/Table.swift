/// The table of speed: each row with its goal, the bus and its peer.
struct Table {
  let rows: [Row]

  init(_ workplace: Workplace, _ programs: Programs) {
    rows =
      Row.delivery(workplace) + Row.postCost + Row.settling + Row.wakeUp + Row.durable(workplace) + Row.restart(workplace)
      + Row.processes(workplace, programs) + Row.children(workplace, programs) + Row.isolation + Row.backlog
      + Row.growth + Row.energy(workplace, programs)
  }

  /// The rows' names.
  static let ids = (1...14).map { "P\($0)" } + (1...3).flatMap { ["G\($0)", "E\($0)"] }
}
