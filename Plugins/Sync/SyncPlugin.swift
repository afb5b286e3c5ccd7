public import Lifebus
internal import LifebusHTTP

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Mirrors files, folders and what web servers have into a local folder, on each entry, and behind the gate `auth-gate` if there is
/// one.
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
/// The mirror is the folder of the option `into`, or `mirror` in the plugin's own folder: in a host `STATE/plugins/sync/mirror`.
///
/// A URL of a web server is one resource, and no tree: nothing that it names is fetched. It is `https`; plain `http` goes to this
/// machine only. A server is asked for what is newer than the copy: by its `ETag`, or else by its `Last-Modified`.
///
/// | the server | in the mirror |
/// |---|---|
/// | says that nothing has changed (304) | stays, untouched |
/// | sends all of it (200) | is replaced when the last byte is on the disk |
/// | says that it is missing (404, 410) | stays; it counts as missing |
/// | says when to come again (429 or 503, with `Retry-After`) | stays; nothing of that origin is asked for until then, a day at most, as long as the process lives |
/// | says anything else, or nothing; is cut off, too slow (`timeoutSeconds`) or too much (`maxBytes`) | stays; it counts as failed |
/// | redirects | is what is found there, within the origin and after at most five redirects; it is sent in each run, because that may be another place the next time |
///
/// An address is a path in the mirror, by a rule that gives no two one file, on a disk that takes `A` for `a` neither:
///
/// | in an address | in the mirror |
/// |---|---|
/// | `https://example.org` | the folders `%web/https/example.org+` |
/// | the same, where a token of the user `anna` is sent | `%user/anna+/https/example.org+` |
/// | `/` behind a name | `+/`: `/a` is the file `a`, and `/a/b` the file `b` in the folder `a+` |
/// | `/` at the end | the file `+index` |
/// | small letters, digits, `-`, `_`, and a `.` that does not begin a name | the same |
/// | every other byte as it is written, the `?` and what follows it too | `%` and two hexadecimal digits |
/// | a name of more than 80 bytes | folders of 80 bytes each that end in `=`, and the rest |
///
/// What servers have said of the copies is in the file `%validators` of the mirror, which is written at the end of a run; without it
/// all is transferred once more.
///
/// A token goes to the origins that the option `authorize` names, to no others, and only while a gate says who is in. What comes
/// from there is that user's, in a folder of theirs.
///
/// | the user | what becomes of a run |
/// |---|---|
/// | leaves, or another comes | it ends, and what is not in its place yet never gets there; whoever is in next gets a run at once, for which the plugin posts `custom:sync.again` |
/// | leaves, or another comes, when no run runs | the next run is that of the next entry |
/// | has a token that the server does not take (401) | the resource is asked for once more with a new one |
/// | has none, or one that is somebody else's | nothing is sent; what needs no token is mirrored |
///
/// The gate is looked at right before a file takes its place, and right after: what took it in the microseconds in which its user
/// left is removed, the one file that is. So when the run has ended, nothing of theirs is there that was not before they left; what
/// was, stays, in their folder.
///
/// | on a bus with a ledger | what becomes of it |
/// |---|---|
/// | an entry whose run is not done when the process ends | is `expired` in the next process, and starts nothing there |
/// | a run in which the process is killed | what it has copied stays; the next entry's run copies the rest |
public actor SyncPlugin: LifecyclePlugin {
  /// `sync`.
  public static let pluginID: HandlerID = "sync"

  let resources: [Resource]
  let mirror: MirrorFolder
  let web: WebSettings
  let now: @Sendable () -> Date
  let log: @Sendable (String) -> Void
  lazy var client = HTTPClient()
  var rests = RestTimes()
  var toldSkipped: Set<String> = []
  /// True from a run whose user has left to the next run.
  var isOwed = false

  /// Creates the plugin; touches no file yet.
  ///
  /// - Throws: ``SyncError`` for a resource that it does not know how to mirror, or that overlaps with the mirror, and for an
  ///   option that makes no sense.
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
        try await plugin.run(for: delivery, at: bus?.gate(Self.gateID))
      }
      on(Custom.self, named: Self.again, keep: .latest, from: isDurable ? .thisProcess : .anyProcess) {
        [weak bus] plugin, delivery in
        if plugin.isOwed { try await plugin.run(for: delivery, at: bus?.gate(Self.gateID)) }
      }
    }
  }

  private static let gateID: HandlerID = "auth-gate"
}
