internal import Lifebus
internal import LifebusHTTP

extension SyncPlugin {
  /// The event that asks for the run that is owed.
  static let again = "sync.again"

  /// Makes a run, says what it has done, and asks for another, for whoever is in then, if its user leaves meanwhile.
  func run(for delivery: Delivery<some DeliverableEvent>, at gate: Gate?) async throws {
    guard let gate else { throw CancellationError() }
    let decision = gate.decide()
    isOwed = false
    do {
      let report = try await run(for: try Visit(gate))
      delivery.note(report.summary)
      try report.check()
    } catch {
      if decision.isOvertaken || error as? SyncError == .userChanged {
        isOwed = true
        delivery.post(Custom(Self.again))
      }
      throw error
    }
  }

  /// Mirrors all resources.
  ///
  /// - Throws: `CancellationError`, or ``SyncError/userChanged``, between two files, and an error if there is no mirror to write to; what fails for one file
  ///   is in the report.
  func run(for visit: Visit) async throws -> SyncReport {
    var report = SyncReport()
    let root = try mirror.open()
    for resource in resources { try mirrorFiles(of: resource, into: root, for: visit, &report) }
    if !web.resources.isEmpty { try await mirrorWeb(into: root, for: visit, &report) }
    return report
  }

  private func mirrorFiles(
    of resource: Resource, into root: borrowing Descriptor, for visit: Visit, _ report: inout SyncReport
  ) throws {
    let tree = SourceTree(of: resource, besides: root)
    for trouble in tree.troubles { note(trouble, in: &report) }
    for path in tree.skipped where toldSkipped.insert(path).inserted {
      log("'\(path)' is skipped: it is a symbolic link, or no file")
    }
    for file in tree.files {
      try visit.check()
      do throws(FileTrouble) {
        report.add(try mirror.update(file, in: root))
      } catch {
        try visit.check()
        note(error, in: &report)
      }
    }
  }

  private func mirrorWeb(into root: borrowing Descriptor, for visit: Visit, _ report: inout SyncReport) async throws {
    var run = WebRun(web, client: client, mirror: mirror, root: root, visit: visit, rests: rests, now: now)
    defer {
      rests = run.rests
      keepValidators(of: run, in: root)
    }
    for resource in web.resources {
      try visit.check()
      do {
        report.add(try await run.update(resource, in: root))
      } catch let trouble as FileTrouble {
        try visit.check()
        note(trouble, in: &report)
      }
    }
  }

  private func keepValidators(of run: WebRun, in root: borrowing Descriptor) {
    do {
      try run.keepValidators(in: root)
    } catch {
      log("'\(Validators.file)' of the mirror cannot be written: \(error); what came is transferred once more in the next run")
    }
  }

  private func note(_ trouble: FileTrouble, in report: inout SyncReport) {
    report.add(trouble)
    log(trouble.description)
  }
}
