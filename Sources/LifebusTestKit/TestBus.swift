public import Lifebus

/// A bus in virtual time: nothing happens but in ``settle()`` and ``advance(by:)``, and then everything does.
///
/// Handlers on the main actor, or with a thread of their own, run elsewhere: wait for them with ``idle()``.
///
/// ```swift
/// let test = TestBus()
/// try test.bus.register(handler) { on in … }
/// test.bus.post(Launch())
/// test.settle()
/// test.advance(by: .seconds(5))
/// ```
public struct TestBus: Sendable {
  /// The bus.
  public let bus: LifecycleBus
  /// The bus's clock.
  public let clock: ManualClock
  /// What outlives the bus, if anything does.
  public let ledger: MemoryLedger?
  /// Where the bus's handlers run.
  public let executor: TestExecutor

  /// Creates a bus.
  ///
  /// - Parameters:
  ///   - limits: The bounds of the bus.
  ///   - seed: Gives the order in which independent things happen; nil: the order in which they came up.
  public init(limits: Limits = Limits(), seed: UInt64? = nil) {
    clock = ManualClock()
    ledger = nil
    executor = TestExecutor(seed: seed)
    bus = LifecycleBus(clock: clock, limits: limits, executor: executor)
  }

  /// Creates a bus with a ledger; a bus on the same ledger after ``kill()`` or ``crash()`` is the next process.
  ///
  /// - Parameters:
  ///   - ledger: What outlives the bus.
  ///   - version: The build of the application.
  ///   - limits: The bounds of the bus.
  ///   - seed: Gives the order in which independent things happen; nil: the order in which they came up.
  ///   - clock: The clock, which goes on from process to process.
  /// - Throws: What the ledger throws when it is opened.
  public init(
    ledger: MemoryLedger, version: String = "1", limits: Limits = Limits(), seed: UInt64? = nil,
    clock: ManualClock = ManualClock()
  ) throws {
    self.clock = clock
    self.ledger = ledger
    executor = TestExecutor(seed: seed)
    bus = try LifecycleBus(clock: clock, limits: limits, executor: executor, ledger: ledger, version: version)
  }

  /// Ends the process from outside: nothing is stopped, ended or recorded any more.
  public func kill() { end(.killed) }

  /// Ends the process as a trap of its own does.
  public func crash() { end(.crashed) }

  private func end(_ end: ProcessEnd) {
    ledger?.note(end)
    bus.vanish()
    settle()
  }

  /// Puts together a bus with the clock and the executor that it was made with.
  public init(bus: LifecycleBus, clock: ManualClock, executor: TestExecutor) {
    self.bus = bus
    self.clock = clock
    ledger = nil
    self.executor = executor
  }

  /// Lets everything happen that can happen at this instant.
  public func settle() {
    executor.runUntilEmpty()
  }

  /// Waits until nothing can move by itself, also what handlers on the main actor and on threads of their own do.
  ///
  /// ``settle()`` does not see those. It does not move the clock: a call that waits for time keeps it waiting.
  ///
  /// - Throws: `CancellationError` if the bus's wait is cancelled.
  public func idle() async throws {
    let idle = start { [bus] in try await bus.idle() }
    while idle.value == nil {
      await executor.waitForJob()
      settle()
    }
    try idle.value?.get()
  }

  /// Moves the clock, stopping at each instant at which something is due, and settles at each.
  public func advance(by duration: Duration) {
    advance(to: clock.now.advanced(by: duration))
  }

  /// Moves the clock to a time, stopping at each instant at which something is due, and settles at each.
  public func advance(to end: ManualClock.Instant) {
    settle()
    while let next = clock.nextWake, next <= end {
      clock.advance(to: max(next, clock.now))
      settle()
    }
    clock.advance(to: end)
    settle()
  }

  /// Checks that nothing is left over: what a test calls last.
  ///
  /// - Throws: ``WorkLeftOver``, which names what waits, runs or is held.
  public func checkNothingIsLeft() throws {
    settle()
    let left = bus.snapshot().handlers.filter { $0.state != .idle }
    guard left.isEmpty else { throw WorkLeftOver(handlers: left) }
  }

  /// Waits for something that the bus's tasks bring about, while settling.
  ///
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws, or ``NotSettled`` if it has not ended when everything else has.
  public func run<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) throws -> Value {
    let pending = start(operation)
    guard let value = pending.value else {
      pending.cancel()
      settle()
      throw NotSettled()
    }
    return try value.get()
  }

  /// Starts an operation that may need time, and settles.
  public func start<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) -> Pending<Value> {
    let pending = Pending<Value>()
    pending.task = Task.detached(executorPreference: executor) {
      do { pending.value = .success(try await operation()) } catch { pending.value = .failure(error) }
    }
    settle()
    return pending
  }
}

/// A test has ended while deliveries were waiting, running or held.
public struct WorkLeftOver: Error, CustomStringConvertible {
  let handlers: [Snapshot.Handler]

  /// Each handler with what it has left.
  public var description: String {
    handlers.map { handler in
      let reason = handler.heldBy.map { ", held by \($0)" } ?? ""
      let running = handler.running.map { ", runs \($0.kind)" } ?? ""
      return "'\(handler.id)' is \(handler.state): \(handler.waiting) waiting\(running)\(reason)"
    }.joined(separator: "; ")
  }
}

/// An operation waits for something that does not happen at this instant.
public struct NotSettled: Error, CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    "the operation has not ended, though everything that could happen has: does it wait for time?"
  }
}
