public import Lifebus
internal import LifebusHTTP

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Mirrors files and folders into a local folder, on each entry, and behind the gate `auth-gate` if there is one.
///
/// One run at a time; what comes meanwhile becomes one more run. A run copies what has changed, each file as a whole, and
/// says with its outcome how many files were copied, unchanged, missing and failed, and how many bytes were copied.
///
/// | in the source | in the mirror |
/// |---|---|
/// | a file is new or has changed | is replaced as a whole, or, if that fails, is the old one still |
/// | a resource is missing, or cannot be read | stays; the other files are mirrored, and the run fails at its end |
/// | a file of a folder is gone | stays: nothing is ever deleted |
/// | a symbolic link in a folder | nothing: it is not followed |
///
/// | on a bus with a ledger | what becomes of it |
/// |---|---|
/// | an entry whose run is not done when the process ends | is `expired` in the next process, and starts nothing there |
/// | a run in which the process is killed | what it has copied stays; the next entry's run copies the rest |
public actor SyncPlugin: LifecyclePlugin {
  /// `sync`.
  public static let pluginID: HandlerID = "sync"

  private let resources: [Resource]
  private let mirror: MirrorFolder
  private let web: WebSettings
  private let client = HTTPClient()
  private let now: @Sendable () -> Date
  private let log: @Sendable (String) -> Void
  private var rests = RestTimes()
  private var toldSkipped: Set<String> = []

  /// Creates the plugin; touches no file yet.
  ///
  /// - Throws: ``SyncError`` for a resource that is not known how to mirror, or that overlaps with the mirror, and for an option
  ///   that makes no sense.
  public init(options: Options, context: PluginContext) throws {
    try self.init(options: options, context: context) { Date() }
  }

  /// Creates the plugin with a calendar of its own for what servers wish.
  package init(options: Options, context: PluginContext, now: @escaping @Sendable () -> Date) throws {
    let base = Path(context.base, against: .working)
    let folder = options.into.map { Path($0, against: base) } ?? Path(context.folder, against: .working).appending("mirror")
    resources = try (options.resources ?? []).filter { !WebResource.isMeant(by: $0) }.map { try Resource($0, base: base) }
    for resource in resources where resource.path.contains(folder) || folder.contains(resource.path) {
      throw SyncError.overlap(resource: resource.text, mirror: folder.text)
    }
    mirror = MirrorFolder(folder: folder, base: base)
    web = try options.web(tokens: context.tokens)
    self.now = now
    log = context.log
  }

  /// Makes the folder of the mirror.
  public func start() async throws {
    _ = try mirror.open()
    if resources.isEmpty, web.resources.isEmpty { log("option 'resources' names nothing: nothing is mirrored") }
  }

  /// Registers the plugin, on a thread of its own because it reads and writes files.
  ///
  /// It is durable if the bus has a ledger; an entry of an earlier process starts no run.
  public nonisolated func register(on bus: LifecycleBus) throws {
    let isDurable = bus.hasLedger
    let policy = Policy(
      durability: isDurable ? .atLeastOnce : .none, runsOn: .ownThread, behind: .ifPresent(Self.gateID))
    try bus.register(self, policy: policy) { on in
      on(PhaseChanged.self, where: \.isEntry, keep: .latest, from: isDurable ? .thisProcess : .anyProcess) {
        [weak bus] plugin, delivery in
        guard let gate = bus?.gate(Self.gateID) else { return }
        let report = try await plugin.run(for: try Visit(gate))
        delivery.note(report.summary)
        try report.check()
      }
    }
  }

  private static let gateID: HandlerID = "auth-gate"
}

// MARK: A run

extension SyncPlugin {
  /// Mirrors all resources.
  ///
  /// - Throws: `CancellationError` between two files, and an error if there is no mirror to write to; what fails for one file
  ///   is in the report.
  private func run(for visit: Visit) async throws -> SyncReport {
    var report = SyncReport()
    let root = try mirror.open()
    for resource in resources { try mirrorFiles(of: resource, into: root, &report) }
    if !web.resources.isEmpty { try await mirrorWeb(into: root, for: visit, &report) }
    return report
  }

  private func mirrorFiles(of resource: Resource, into root: borrowing Descriptor, _ report: inout SyncReport) throws {
    let tree = SourceTree(of: resource, besides: root)
    for trouble in tree.troubles { note(trouble, in: &report) }
    for path in tree.skipped where toldSkipped.insert(path).inserted {
      log("'\(path)' is skipped: it is a symbolic link, or no file")
    }
    for file in tree.files {
      try Task.checkCancellation()
      do throws(FileTrouble) {
        report.add(try mirror.update(file, in: root))
      } catch {
        try Task.checkCancellation()
        note(error, in: &report)
      }
    }
  }

  private func mirrorWeb(into root: borrowing Descriptor, for visit: Visit, _ report: inout SyncReport) async throws {
    var run = WebRun(web, client: client, mirror: mirror, root: root, visit: visit, rests: rests, now: now)
    defer { rests = run.rests }
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

  private func note(_ trouble: FileTrouble, in report: inout SyncReport) {
    report.add(trouble)
    log(trouble.description)
  }
}
