/// A host with a plugin that is a program and answers at once.
struct ChildDeliveries: Contender {
  let name = "lifebus-host, a plugin that is a program"
  let run: ChildRun

  /// Nanoseconds for one delivery, from the first of them to the end, as the plugin has measured it.
  func measure() throws -> Double {
    let match = try run.play()?.talk.firstMatch(of: /(\d+) deliveries in order, (\d+) ns/)
    guard let match, Int(match.1) == run.count, let nanoseconds = Double(match.2) else { throw Lost(by: self) }
    return nanoseconds / Double(run.count)
  }
}

/// A host with a plugin that is a program and is killed at the first call for each event.
struct ChildCrashes: Contender {
  let name = "lifebus-host, a plugin that is killed"
  let run: ChildRun

  /// Milliseconds from its end to the second call, the median of a run.
  func measure() throws -> Double {
    guard let absences = try run.play(crashes: true)?.absences, absences.count == run.count else { throw Lost(by: self) }
    return absences.median / 1_000_000
  }
}
