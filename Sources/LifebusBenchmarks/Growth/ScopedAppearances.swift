import Lifebus

/// First appearances of scopes, for a handler that wants each once.
actor ScopedAppearances: Contender {
  nonisolated let name: String
  private let known: Int
  private let prefix: String
  private let bus = LifecycleBus()
  private let counter = ScopeCounter()
  private var scopes = 0

  /// Creates the task, on a bus where so many scopes have appeared, and as many once-keys are used up.
  init(_ name: String, known: Int = 0, prefix: String = "s") {
    (self.name, self.known, self.prefix) = (name, known, prefix)
  }

  func prepare() async throws {
    try bus.register(counter) { on in on(FirstAppear.self, once: .perScope) { counter, _ in counter.count += 1 } }
    try await bus.launch()
    for _ in stride(from: 0, to: known, by: 10_000) { try await appear(10_000) }
  }

  /// Nanoseconds for one scope.
  func measure() async throws -> Double {
    let elapsed = try await ContinuousClock().measure { try await appear(10_000) }
    guard await counter.count == scopes else { throw Lost(by: self) }
    return elapsed / .nanoseconds(10_000)
  }

  func finish() async { await bus.shutdown() }

  private func appear(_ count: Int) async throws {
    for number in scopes..<(scopes + count) { bus.post(Appear(Scope("\(prefix)\(number)"))) }
    scopes += count
    try await bus.idle()
  }
}

/// A handler that counts.
actor ScopeCounter: LifecycleHandler {
  nonisolated let id: HandlerID = "counter"
  var count = 0
}
