extension Row {
  /// P14: deliveries to a plugin that is a program, one at a time.
  static func children(_ workplace: Workplace, _ programs: Programs) -> [Row] {
    let count = 10_000
    return [
      Row(
        "P14", "a delivery to a plugin that is a program", goal: .atLeast(0.5),
        ChildDeliveries(programs: programs, workplace: workplace, count: count), against: PipeRoundTrip(count: count))
    ]
  }
}
