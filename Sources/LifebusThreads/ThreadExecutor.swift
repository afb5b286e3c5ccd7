/// A task executor that runs its jobs, in order, on one thread of its own.
///
/// The thread starts with the first job and ends with ``close()``, after the jobs that were enqueued before. A job that is
/// enqueued later starts the thread again: no job is lost.
public final class ThreadExecutor: TaskExecutor {
  private let name: String
  private let condition = Condition()
  // All three are guarded by `condition`.
  private nonisolated(unsafe) var jobs: [UnownedJob] = []
  private nonisolated(unsafe) var isRunning = false
  private nonisolated(unsafe) var isClosed = false

  /// Creates an executor whose thread bears a name that debuggers show.
  public init(name: String) {
    self.name = name
  }

  /// Appends the job to the thread's work.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.lock()
    jobs.append(job)
    let starts = !isRunning
    isRunning = true
    condition.signal()
    condition.unlock()
    if starts { startThread(named: name) { self.run() } }
  }

  /// Ends the thread when its work is done; until then the thread keeps the executor.
  public func close() {
    condition.lock()
    isClosed = true
    condition.signal()
    condition.unlock()
  }

  private func run() {
    while let batch = nextJobs() {
      for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  private func nextJobs() -> [UnownedJob]? {
    condition.lock()
    defer { condition.unlock() }
    while jobs.isEmpty {
      if isClosed {
        isRunning = false
        return nil
      }
      condition.wait()
    }
    defer { jobs = [] }
    return jobs
  }
}
