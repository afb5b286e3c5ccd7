extension Row {
  /// P10 and P11: the program `lifebus` as a whole, with a host that writes each event to a file.
  static func processes(_ workplace: Workplace, _ programs: Programs) -> [Row] {
    let emit = EmitOnce(programs, workplace)
    return [
      Row("P10", "lifebus emit, whole process", goal: .atLeast(2, then: 4), emit, against: RedisPublish(workplace)),
      Row("P10", "lifebus emit, whole process", emit, against: EmptyProgram()),
      Row("P10", "lifebus emit, whole process", emit, against: NatsPublish()),
      Row(
        "P11", "lifebus emit -, 10 000 lines, each with its receipt", in: .linesPerSecond, goal: .atLeast(20_000),
        EmitLines(programs, workplace)),
    ]
  }
}
