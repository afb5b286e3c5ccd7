extension Row {
  /// P14: a plugin that is a program, one delivery at a time; and how long it is away when it crashes, the pause before it is
  /// started again (100 ms, twice as long each time) included.
  static func children(_ workplace: Workplace, _ programs: Programs) -> [Row] {
    let run = { ChildRun(programs: programs, workplace: workplace, count: $0) }
    return [
      Row(
        "P14", "a delivery to a plugin that is a program", goal: .atLeast(0.5), ChildDeliveries(run: run(10_000)),
        against: PipeRoundTrip(count: 10_000)),
      Row(
        "P14", "from the first crash of a plugin's program to its delivery again", in: .milliseconds, goal: .atMost(1_000),
        ChildCrashes(run: run(1))),
    ]
  }
}
