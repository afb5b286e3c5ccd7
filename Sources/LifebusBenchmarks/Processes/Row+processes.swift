extension Row {
  /// P10 and P11: the program `lifebus` as a whole, with a host that writes each event to a file.
  static func processes(_ workplace: Workplace, _ programs: Programs) -> [Row] {
    let emit = EmitOnce(.forUse, programs, workplace)
    let what = "lifebus emit, whole process"
    return [
      Row("P10", what, goal: .atLeast(2, then: 4), emit, against: RedisPublish(workplace, .keepsNothing)),
      Row("P10", what, emit, against: RedisPublish(workplace, .synchronizes)),
      Row("P10", what, emit, against: EmptyProgram()),
      Row("P10", what, emit, against: NatsPublish()),
      Row(
        "P10", "\(what), with Swift's dynamic libraries", EmitOnce(.withLibraries, programs, workplace),
        against: RedisPublish(workplace, .keepsNothing)),
      Row(
        "P11", "lifebus emit -, 10 000 lines, each with its receipt", in: .linesPerSecond, goal: .atLeast(20_000),
        EmitLines(programs, workplace)),
    ]
  }
}
