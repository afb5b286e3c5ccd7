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
  /// Whose it is, behind gates: what one user's is waiting for keeps no other's waiting.
  private var seat: GateSeat?

  package init(_ scope: Scope, name: String? = nil, policy: Policy = Policy(), work: @escaping Work) {
    self.scope = scope
    self.name = name
    self.policy = policy
    self.work = work
  }

  /// The handler that does it, as timelines show it: `firstTask:home#feed|session=anna`.
  ///
  /// Two tasks have the same one only if they are the same, whatever their texts are.
  package var handler: HandlerID {
    let name = name.map { "#\($0.escaping("#|"))" } ?? ""
    let scope = scope.name.escaping("/#|") + (scope.instance.map { "/\($0.escaping("#|"))" } ?? "")
    let users =
      seat?.chain.map { "|\($0.gate.rawValue.escaping("|="))=\($0.identity.rawValue.escaping("|").spelledInASCII)" } ?? []
    return HandlerID("firstTask:\(scope)\(name)\(users.joined())")
  }

  /// The same for whoever is in, behind their innermost gate where it names none of its own.
  package func behind(_ seat: GateSeat?) -> FirstTask {
    guard let seat else { return self }
    var task = self
    task.seat = seat
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

extension String {
  /// The text with some of its signs written as numbers, so that they stand for nothing else.
  fileprivate func escaping(_ signs: String) -> String {
    unicodeScalars.map { sign in
      sign == "%" || signs.unicodeScalars.contains(sign) ? "%\(String(sign.value, radix: 16))" : String(sign)
    }.joined()
  }

  /// The text by its bytes: an identity that only looks the same is another one, and a handler's name knows no such difference.
  fileprivate var spelledInASCII: String {
    utf8.map { byte in byte < 0x80 ? String(UnicodeScalar(byte)) : "%\(String(byte, radix: 16))" }.joined()
  }
}
