internal import Lifebus

/// What the process before has left.
extension RunningFile {
  /// What the file says of the process that has written it; nil if none has.
  ///
  /// `isBeingWritten`: that process may still run.
  package func last(isBeingWritten: Bool = false) throws(SQLiteLedgerError) -> LastProcess? {
    guard !header.isNew else { return nil }
    guard header.isMarked, let process = header.process else { throw damaged("it does not begin as it should") }
    let isSameBoot = header.boot == Boot.current
    let mayBeTorn = isBeingWritten || !isSameBoot
    return LastProcess(
      number: process, end: end, runs: try runs(mayBeTorn: mayBeTorn), ends: try ends(mayBeTorn: mayBeTorn),
      commits: isSameBoot ? header.commits : header.syncedCommits, isOfThisBoot: isSameBoot)
  }

  private var end: LastProcess.End {
    if header.isClean { return .inOrder }
    return header.signal == 0 ? .killed : .crashed(signal: header.signal)
  }

  private func runs(mayBeTorn: Bool) throws(SQLiteLedgerError) -> [HandlerID: RunFound] {
    var runs: [HandlerID: RunFound] = [:]
    for index in 0..<Self.capacity {
      switch slot(index).read() {
      case .run(let handler, let run): runs[handler] = run
      // After a loss of power the disk may have one page of a slot and not the other.
      case .changed where !mayBeTorn: throw damaged("what slot \(index) says is not what was written")
      case .nothing, .changed: break
      }
    }
    return runs
  }

  private func ends(mayBeTorn: Bool) throws(SQLiteLedgerError) -> [NotedEnd] {
    var ends: [NotedEnd] = []
    guard let numbers = ring.numbers else {
      if mayBeTorn { return [] }
      throw damaged("how many ends it has is not what was written")
    }
    for number in numbers {
      if let note = ring.note(number), note.slot < Self.capacity, slot(note.slot).nameCheck == note.nameCheck {
        ends.append(
          NotedEnd(handler: slot(note.slot).handler, sequence: note.sequence, ended: note.ended, committed: note.committed))
      } else if !mayBeTorn {
        throw damaged("what end \(number) says is not what was written")
      }
    }
    return ends
  }

  private func damaged(_ text: String) -> SQLiteLedgerError { Self.damaged(path, text) }

  static func damaged(_ path: String, _ text: String) -> SQLiteLedgerError {
    SQLiteLedgerError(
      .damaged,
      "'\(path)' is damaged (\(text)): put a copy of its folder back, or move this file away; then what has not ended may be "
        + "repeated")
  }
}
