import Synchronization

/// A task executor that runs nothing until it is told to: its jobs then run one after another on the caller's thread.
///
/// A bus that was made with it does nothing by itself, so an empty queue means that everything has settled: nobody waits a
/// while and hopes. What an actor with an executor of its own does (the main actor, `Task {}` inside a handler) is not seen.
public final class TestExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var waiter: CheckedContinuation<Void, Never>?
    var generator: SeededGenerator?
  }

  private let state: Mutex<State>

  /// Creates an executor.
  ///
  /// - Parameter seed: Nil: jobs run in the order in which they came. Otherwise in an order that the seed gives, the same each
  ///   time: what is right in any order is right.
  public init(seed: UInt64? = nil) {
    state = Mutex(State(generator: seed.map(SeededGenerator.init)))
  }

  /// Takes a job in.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let waiter = state.withLock { state in
      state.jobs.append(job)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Waits until there is a job to run: one that comes from an actor with an executor of its own, such as the main actor.
  func waitForJob() async {
    await withCheckedContinuation { continuation in
      let hasJob = state.withLock { state in
        if state.jobs.isEmpty { state.waiter = continuation }
        return !state.jobs.isEmpty
      }
      if hasJob { continuation.resume() }
    }
  }

  /// Runs all jobs, and those that they enqueue, until none is left.
  public func runUntilEmpty() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      guard !state.jobs.isEmpty else { return nil }
      guard var generator = state.generator else { return state.jobs.removeFirst() }
      defer { state.generator = generator }
      return state.jobs.remove(at: Int.random(in: state.jobs.indices, using: &generator))
    }
  }
}

/// Random numbers that a seed gives, the same on every system: a failure prints its seed, and the seed repeats it.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next number (SplitMix64).
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
