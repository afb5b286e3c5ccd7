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

  package init(_ scope: Scope, name: String? = nil, policy: Policy = Policy(), work: @escaping Work) {
    self.scope = scope
    self.name = name
    self.policy = policy
    self.work = work
  }

  /// The handler that does it, as timelines show it.
  var handler: HandlerID { HandlerID("firstTask:\(scope)" + (name.map { "#\($0)" } ?? "")) }

  /// The same, behind a gate where it names none of its own.
  func behind(_ gate: HandlerID?) -> FirstTask {
    guard policy.behind == nil, let gate else { return self }
    var task = self
    task.policy.behind = .ifPresent(gate)
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
