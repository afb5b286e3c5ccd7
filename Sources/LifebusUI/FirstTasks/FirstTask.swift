package import Lifebus

/// Work that a view asks for each time that it appears, and that is done once for its scope.
package struct FirstTask: Sendable {
  package typealias Work = @MainActor @Sendable () async throws -> Void

  /// What it is done once for.
  package let scope: Scope
  /// Tells it apart from other first tasks of the scope.
  package let name: String?
  /// How its handler is treated.
  package private(set) var policy: Policy
  package let work: Work
  /// Whose it is, behind a gate: what one user's is waiting for keeps no other's waiting.
  private var user: Identity?

  package init(_ scope: Scope, name: String? = nil, policy: Policy = Policy(), work: @escaping Work) {
    self.scope = scope
    self.name = name
    self.policy = policy
    self.work = work
  }

  /// The handler that does it, as timelines show it.
  var handler: HandlerID {
    HandlerID("firstTask:\(scope)" + (name.map { "#\($0)" } ?? "") + (user.map { "@\($0)" } ?? ""))
  }

  /// The same for whoever is in, behind their gate where it names none of its own.
  func behind(_ seat: GateSeat?) -> FirstTask {
    guard let seat else { return self }
    var task = self
    task.user = seat.identity
    if policy.behind == nil { task.policy.behind = .ifPresent(seat.gate) }
    return task
  }
}

/// A view has appeared and asks for its first task.
package struct FirstTaskWanted: LifecycleEvent, Codable {
  package static var name: String { "firstTask" }

  let handler: HandlerID
  let asked: Scope

  package var scope: Scope? { asked }
}
