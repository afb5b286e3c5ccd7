internal import LifebusSystem
internal import LifebusThreads

/// What the link's thread does.
extension ChildLink {
  func serve(_ take: @Sendable (ChildLink, Event) -> Void) {
    var streams = ChildStreams(process)
    var end: ChildProcess.End?
    while end == nil {
      let ready = wait(for: streams)
      for event in streams.read(ready) { handle(event, take) }
      if streams.isOverdue { kill(because: "it has closed its output") }
      if streams.mayHaveEnded(ready) { end = collect() }
    }
    // What it has written last is there already; what others still write does not count.
    for event in streams.readRest() { handle(event, take) }
    finish(end ?? .unknown, take)
  }

  private func wait(for streams: borrowing ChildStreams) -> Set<Int32> {
    let pending = state.withLock { $0.outgoing.isEmpty ? nil : process.input }
    let ready =
      (try? Descriptor.wait(reading: streams.open + [wake.reading], writing: pending, within: streams.patience)) ?? []
    if ready.contains(wake.reading.raw) { _ = try? wake.reading.readSome(64) }
    if let pending, ready.contains(pending.raw) { state.withLock { flush(&$0) } }
    return ready
  }

  private func handle(_ event: ChildStreams.Event, _ take: @Sendable (ChildLink, Event) -> Void) {
    switch event {
    case .line where state.withLock({ $0.isKilled }): break
    case .line(let bytes?): take(self, .line(bytes))
    case .line(nil): kill(because: "it has written a line of more than \(ChildStreams.lineLimit) bytes")
    case .talk(let text): take(self, .talk(text))
    }
  }

  private func collect() -> ChildProcess.End? {
    state.withLock { state in
      let end = process.collect()
      state.isCollected = end != nil
      return end
    }
  }

  private func finish(_ end: ChildProcess.End, _ take: @Sendable (ChildLink, Event) -> Void) {
    let (reason, waiters) = state.withLock { state in
      let reason = state.reason.map { "\($0), and was ended" } ?? end.description
      state.end = reason
      if !state.isInputClosed { process.input.close() }
      return (reason, state.waiters)
    }
    process.close()
    // Nobody stirs a link that has ended.
    for end in [wake.reading, wake.writing] { end.close() }
    take(self, .ended(reason))
    for waiter in waiters { waiter.resume() }
  }
}
