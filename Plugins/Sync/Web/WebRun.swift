internal import Lifebus
internal import LifebusHTTP

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What one run does with the resources of web servers, one after another.
///
/// The way of a resource: its copy is looked at, its server asked for what is newer than that, and what comes is written to a
/// draft, which takes the copy's name when it is whole, on the disk, and for whoever is in still.
struct WebRun {
  private let settings: WebSettings
  private let client: HTTPClient
  private let mirror: MirrorFolder
  private let visit: Visit
  private let now: @Sendable () -> Date
  private(set) var rests: RestTimes
  private var validators: Validators
  private var tokens: RunTokens

  init(
    _ settings: WebSettings, client: HTTPClient, mirror: MirrorFolder, root: borrowing Descriptor, visit: Visit,
    rests: RestTimes, now: @escaping @Sendable () -> Date
  ) {
    self.settings = settings
    self.client = client
    self.mirror = mirror
    self.visit = visit
    self.rests = rests
    self.now = now
    validators = Validators(in: root)
    tokens = RunTokens(from: settings.tokens, for: visit)
  }

  /// Brings the copy of a resource up to date, or leaves it as it was.
  ///
  /// - Throws: ``FileTrouble`` if that fails; any other error ends the run.
  mutating func update(_ resource: WebResource, in root: borrowing Descriptor) async throws -> MirrorFolder.Change {
    if let rest = rests.rest(of: resource.address.origin, at: now()) { throw resource.wantsRest(rest) }
    if resource.isAuthorized, visit.user == nil { throw resource.trouble("there is no gate that says whose token to send") }
    do {
      return try await update(resource, at: resource.place(for: visit.user), in: root)
    } catch let trouble as TokenTrouble {
      throw resource.trouble("there is no token: \(trouble)")
    } catch let trouble as HTTPTrouble {
      throw resource.trouble("\(trouble)")
    } catch let error as SystemError {
      throw FileTrouble(resource.name, "cannot be mirrored: \(error.text)")
    }
  }

  private mutating func update(
    _ resource: WebResource, at place: [String], in root: borrowing Descriptor
  ) async throws -> MirrorFolder.Change {
    let folder = try mirror.descend(to: place.dropLast(), in: root)
    let name = place[place.count - 1]
    let condition = validators.condition(at: place, copy: folder.stamp(of: name))
    let download = try Download(in: folder)
    defer { download.discard() }
    let (head, isRedirected) = try await ask(for: resource, condition, download)
    switch head.status {
    case 200: break
    case 304 where condition != nil && !isRedirected: return .unchanged
    default: throw trouble(head, of: resource)
    }
    let draft = try download.whole()
    try draft.synchronize()
    try visit.check()
    try draft.take(name)
    try withdraw(name, of: resource, from: folder)
    let copy = folder.stamp(of: name)
    validators.note(isRedirected ? nil : head, at: place, copy: copy)
    return .copied(bytes: copy?.size ?? 0)
  }

  /// Keeps what servers have said in this run, for the next.
  ///
  /// - Throws: What is against it; then what came is transferred once more.
  func keepValidators(in root: borrowing Descriptor) throws { try validators.write(in: root) }

  /// Removes what took its place while its user left: the copy before it is gone by then, and comes back with them.
  private func withdraw(_ name: String, of resource: WebResource, from folder: borrowing Descriptor) throws(SyncError) {
    guard resource.isAuthorized, visit.isOver else { return }
    try? folder.remove(name)
    throw .userChanged
  }

  /// Asks the server for what is new, and where it redirects for what is there.
  ///
  /// What is behind a redirect may be another thing the next time: what is known of one is no condition for the other.
  private mutating func ask(
    for resource: WebResource, _ condition: (name: String, value: String)?, _ download: Download
  ) async throws -> (head: HTTPHead, isRedirected: Bool) {
    var request = HTTPRequest(resource.address)
    request.bodyLimit = settings.maxBytes
    request.timeout = settings.timeout
    request.keeps = { $0 == 200 }
    var first = request
    first.redirectLimit = 0
    if let condition { first.headers[condition.name] = condition.value }
    do {
      return (try await send(first, for: resource, download), isRedirected: false)
    } catch HTTPTrouble.redirect {
      return (try await send(request, for: resource, download), isRedirected: true)
    }
  }

  /// Sends a request, once more with a new token if the server does not take the first.
  private mutating func send(
    _ request: HTTPRequest, for resource: WebResource, _ download: Download
  ) async throws -> HTTPHead {
    var request = request
    guard resource.isAuthorized else { return try await client.send(request, receive: download.receive) }
    let token = try await tokens.token(insteadOf: nil)
    request.authorize(with: token)
    let head = try await client.send(request, receive: download.receive)
    guard head.status == 401 else { return head }
    request.authorize(with: try await tokens.token(insteadOf: token))
    return try await client.send(request, receive: download.receive)
  }

  private mutating func trouble(_ head: HTTPHead, of resource: WebResource) -> FileTrouble {
    switch head.status {
    case 404, 410: return FileTrouble(resource.name, "is missing: the server answered \(head.status)", isMissing: true)
    case 429, 503:
      let time = now()
      guard let wish = head.retryAfter(at: time), wish > .zero else { break }
      return resource.wantsRest(rests.note(wish, of: resource.address.origin, at: time), after: head.status)
    default: break
    }
    return resource.trouble("the server answered \(head.status)")
  }
}

extension WebResource {
  fileprivate func trouble(_ reason: String) -> FileTrouble { FileTrouble(name, "is not fetched: \(reason)") }

  fileprivate func wantsRest(_ rest: Duration, after status: Int? = nil) -> FileTrouble {
    let cause = status.map { "the server answered \($0), and" } ?? "the server"
    return trouble("\(cause) wants to be left alone for \(Int((rest / .seconds(1)).rounded(.up))) s")
  }
}
