extension Row {
  /// E1 to E3: what is paid besides time, for each event and for each minute in which nothing happens.
  ///
  /// On Linux the system's thread pool looks after itself once a second, in any program that uses Swift's concurrency.
  static func energy(_ workplace: Workplace, _ programs: Programs) -> [Row] {
    let bus = { BusEnergy(cost: $0, workplace: workplace) }
    let host = { HostEnergy(cost: $0, programs: programs, workplace: workplace) }
    return [
      Row("E1", "wake-ups for each event, one idle handler", in: .pieces, goal: .atMost(2), bus(.wakeUpsPerEvent)),
      Row("E1", "bytes to the disk for each event of a durable handler, 1 000 at once", in: .bytes, bus(.bytesPerEvent)),
      Row("E2", "wake-ups of an idle bus in a minute", in: .pieces, goal: .atMost(0), bus(.wakeUpsPerMinute)),
      Row("E3", "wake-ups of an idle host in a minute", in: .pieces, goal: .atMost(66), host(.wakeUpsPerMinute)),
      Row("E3", "bytes to the disk of an idle host in a minute", in: .bytes, goal: .atMost(0), host(.bytesPerMinute)),
      Row("E3", "resident memory of an idle host", in: .bytes, host(.residentBytes)),
    ]
  }
}
