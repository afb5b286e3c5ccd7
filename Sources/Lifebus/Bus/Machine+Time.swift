internal import Synchronization

/// What time does: the limits of calls and gates, and the end of a shutdown's grace. One alarm serves all.
extension Machine {
  mutating func wake(at time: Duration, _ effects: inout Effects) {
    guard nextAlarm.map({ time < $0 }) ?? true else { return }
    nextAlarm = time
    effects.alarm = time
  }

  /// Does everything that is due.
  mutating func advance(to now: Duration, _ effects: inout Effects) {
    nextAlarm = nil
    for slot in slots.indices {
      if let alarm = slots[slot].alarm, alarm <= now { look(at: slot, now, &effects) }
      if let alarm = slots[slot].alarm { wake(at: alarm, &effects) }
    }
    for gate in gates.indices {
      guard let deadline = gates[gate].deadline else { continue }
      if deadline <= now { setVerdict(gate, .timedOut, now, &effects) } else { wake(at: deadline, &effects) }
    }
    advanceWaits(now, &effects)
    advanceLedger(now, &effects)
    advanceShutdown(now, &effects)
  }

  /// Sets when time has something to say to the slot's call, or is to look at its loan.
  mutating func setAlarm(_ slot: Int, _ effects: inout Effects) {
    guard let alarm = alarm(slot) else { return slots[slot].alarm = nil }
    slots[slot].alarm = alarm
    wake(at: alarm, &effects)
  }

  private func alarm(_ slot: Int) -> Duration? {
    if let loan = slots[slot].loan { return slots[slot].samplingInterval.map { loan.sampled.at + $0 } }
    guard let call = slots[slot].call, !call.isStuck, call.ending == nil else { return nil }
    let limit: Duration? =
      if let timedOutAt = call.timedOutAt { timedOutAt + slots[slot].policy.grace } else {
        slots[slot].policy.timeout.map { call.startedAt + $0 + call.moreTime }
      }
    guard watchesThread(slot) else { return limit }
    let question: Duration? =
      switch call.watch {
      case .notYet: call.startedAt + limits.blockedAfter
      case .asked(let at, let poolHasAnswered): at + limits.blockedAfter * (poolHasAnswered ? 1 : 4)
      case .told: nil
      }
    guard let limit, let question else { return limit ?? question }
    return min(limit, question)
  }

  /// How often time looks which call of a loan runs: often enough that a limit is met within a sixteenth of it.
  func samplingInterval(_ slot: Int) -> Duration? {
    let watch: Duration? = watchesThread(slot) ? limits.blockedAfter / 2 : nil
    guard let timeout = slots[slot].policy.timeout else { return watch }
    let sample = min(max(timeout / 16, .milliseconds(1)), .milliseconds(250))
    return watch.map { min($0, sample) } ?? sample
  }

  private func watchesThread(_ slot: Int) -> Bool {
    guard isRealTime, case .sharedPool = slots[slot].policy.runsOn else { return false }
    return true
  }

  private mutating func look(at slot: Int, _ now: Duration, _ effects: inout Effects) {
    if let loan = slots[slot].loan {
      let running = slots[slot].cell.baton.load(ordering: .acquiring)
      let hasEnded = slots[slot].cell.ended.load(ordering: .acquiring) == running
      if running != 0, running == loan.sampled.sequence, !hasEnded {
        callBack(slot, now, &effects)
      } else {
        slots[slot].loan?.sampled = (running, now)
      }
    }
    judgeLimit(slot, now, &effects)
    judgeThread(slot, now, &effects)
    setAlarm(slot, &effects)
    if let notBefore = slots[slot].begun?.notBefore, notBefore <= now { resume(slot, &effects) }
  }

  private mutating func judgeLimit(_ slot: Int, _ now: Duration, _ effects: inout Effects) {
    guard let call = slots[slot].call, !call.isStuck, call.ending == nil, let timeout = slots[slot].policy.timeout else {
      return
    }
    if let timedOutAt = call.timedOutAt {
      guard now >= timedOutAt + slots[slot].policy.grace else { return }
      slots[slot].call?.isStuck = true
      slots[slot].lastError = ("\(call.entry.kindName) timed out and has not returned", now)
      wakeRoomWaiters(of: slot, &effects)
      emit(.stuck, call.entry, of: slots[slot].id, isReplayed: call.isReplayed, &effects)
      if slots[slot].policy.keepsDead, !slots[slot].isEnded { bury(slot, call, "timed out", &effects) }
      let outcome: Outcome = slots[slot].policy.keepsDead && !slots[slot].isEnded ? .dead("timed out") : .timedOut
      noteCall(slot, call, now - call.startedAt)
      record(outcome, slot, call.entry, isReplayed: call.isReplayed, duration: now - call.startedAt, &effects)
      checkIdle(&effects)
    } else if now >= call.startedAt + timeout + call.moreTime {
      slots[slot].call?.timedOutAt = now
      cancelLoop(slot, &effects)
    }
  }

  /// H3: a call that keeps its thread does not let its actor answer.
  private mutating func judgeThread(_ slot: Int, _ now: Duration, _ effects: inout Effects) {
    guard watchesThread(slot), let call = slots[slot].call, call.ending == nil else { return }
    switch call.watch {
    case .notYet where now >= call.startedAt + limits.blockedAfter:
      slots[slot].call?.watch = .asked(at: now, poolHasAnswered: false)
      effects.actions.append(.probe(Effects.Probe(cell: call.cell, sequence: call.entry.sequence)))
    case .asked(let at, let poolHasAnswered) where now >= at + limits.blockedAfter * (poolHasAnswered ? 1 : 4):
      slots[slot].call?.watch = .told
      emit(.blocked, call.entry, of: slots[slot].id, isReplayed: call.isReplayed, &effects)
    default: break
    }
  }

  /// The actor has answered: its call waits, and keeps no thread.
  mutating func actorAnswered(_ probe: Effects.Probe) {
    if isAsking(probe) { slots[probe.cell.slot].call?.watch = .told }
  }

  /// The pool has a free thread: an actor that does not answer is not waiting for one.
  mutating func poolAnswered(_ probe: Effects.Probe, _ effects: inout Effects) {
    guard isAsking(probe), case .asked(let at, _) = slots[probe.cell.slot].call?.watch else { return }
    slots[probe.cell.slot].call?.watch = .asked(at: at, poolHasAnswered: true)
    setAlarm(probe.cell.slot, &effects)
  }

  private func isAsking(_ probe: Effects.Probe) -> Bool {
    isRunning(probe.cell, probe.sequence)
  }
}
