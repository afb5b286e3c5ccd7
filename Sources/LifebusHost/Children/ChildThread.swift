internal import LifebusSystem
internal import LifebusThreads

/// The thread of a plugin that is a program: it serves the program, and runs the plugin's calls.
///
/// Both on one thread, because then nobody has to be woken: a call goes on where its answer was read.
///
/// Cycle: it starts with the first job or link; it runs jobs, waits for more and for what the links wait for, and serves these;
/// it ends with ``close()``, when nothing is left. What comes later starts it again.
final class ChildThread: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var links: [ChildLink] = []
    var isRunning = false
    var isClosed = false
    /// True while the thread waits, or is about to: who changes something ends that.
    var isWaiting = false
  }

  private let state = Lock(State())
  private let wake: (reading: Descriptor, writing: Descriptor)

  init() throws(SystemError) {
    wake = try Descriptor.pipe()
    for end in [wake.reading, wake.writing] { try? end.stopWaiting() }
  }

  deinit { for end in [wake.reading, wake.writing] { end.close() } }

  /// Appends a job to the thread's work.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    change { $0.jobs.append(job) }
  }

  /// Serves a link until it has ended.
  func serve(_ link: ChildLink) { change { $0.links.append(link) } }

  /// Has the thread look again what its links wait for.
  func stir() { change { _ in } }

  /// Ends the thread when its work is done; until then the thread keeps itself.
  func close() { change { $0.isClosed = true } }

  private func change(_ change: (inout State) -> Void) {
    let starts = state.withLock { state in
      change(&state)
      if state.isWaiting { signal() }
      state.isWaiting = false
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard starts else { return }
    let thread = ThreadExecutor(name: "lifebus-plugin")
    Task.detached(executorPreference: thread) {
      defer { thread.close() }
      self.run()
    }
  }

  private func signal() {
    _ = try? withUnsafeBytes(of: UInt8(1)) { byte throws(SystemError) in try wake.writing.writeSome(byte) }
  }
}

// MARK: What the thread does

extension ChildThread {
  private func run() {
    var served: [ServedLink] = []
    while let work = next(isServing: !served.isEmpty) {
      served += work.links.map(ServedLink.init)
      for job in work.jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      let ready = wait(for: served)
      served.removeAll { !$0.serve(ready) }
    }
  }

  /// What has come; nil when the thread is to end.
  private func next(isServing: Bool) -> (jobs: [UnownedJob], links: [ChildLink])? {
    state.withLock { state in
      guard isServing || !state.isClosed || !state.jobs.isEmpty || !state.links.isEmpty else {
        state.isRunning = false
        return nil
      }
      defer { (state.jobs, state.links) = ([], []) }
      return (state.jobs, state.links)
    }
  }

  /// Waits until a link can be served, or something has come.
  private func wait(for served: [ServedLink]) -> Set<Int32> {
    let isIdle = state.withLock { state in
      state.isWaiting = state.jobs.isEmpty && state.links.isEmpty && !(state.isClosed && served.isEmpty)
      return state.isWaiting
    }
    let patience = isIdle ? served.compactMap(\.patience).min() : .zero
    let (reading, writing) = (served.flatMap(\.reading) + [wake.reading], served.compactMap(\.writing))
    let ready = (try? Descriptor.wait(reading: reading, writing: writing, within: patience)) ?? []
    if ready.contains(wake.reading.raw) { _ = try? wake.reading.readSome(64) }
    state.withLock { $0.isWaiting = false }
    return ready
  }
}
