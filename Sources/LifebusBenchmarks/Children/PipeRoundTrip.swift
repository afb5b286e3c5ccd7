import LifebusSystem

/// The same program, the same lines, and two pipes: nothing is parsed, kept or told of.
struct PipeRoundTrip: Contender {
  let name = "a line to the program and one back, through pipes"
  let count: Int

  func measure() throws -> Double {
    let program = try LifebusSystem.ChildProcess.start(ChildRun.program, environment: ["LIFEBUS_PLUGIN": "1"])
    defer {
      program.kill()
      while program.collect() == nil {}
      program.input.close()
      program.close()
    }
    try program.input.write(Array("{\"do\":\"start\"}\n".utf8))
    _ = try program.output.readSome(1 << 16)
    let clock = ContinuousClock()
    let start = clock.now
    for number in 1...count {
      try program.input.write(line(number))
      guard let answer = try program.output.readSome(1 << 16), answer.starts(with: #"{"delivery":\#(number),"#.utf8) else {
        throw Lost(by: self)
      }
    }
    return start.duration(to: clock.now) / .nanoseconds(1) / Double(count)
  }

  /// A delivery as a host writes it.
  private func line(_ number: Int) -> [UInt8] {
    MeasuredPlugin.delivery
      + Array(
        """
        \(number),"attempt":1,"key":"3m1x/plugin/\(number)","event":{"specversion":"1.0","id":"\(number)","source":"lifebus",\
        "type":"dev.lifebus.custom.tick","time":"2026-01-31T08:00:00.250Z","sequence":"\(number)","data":{"attributes":{}}}}

        """.utf8)
  }
}
