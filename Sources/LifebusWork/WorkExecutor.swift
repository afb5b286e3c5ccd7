/// Runs its jobs on the thread that says so, in order: so the work is the same each time.
final class WorkExecutor: TaskExecutor {
  // Jobs come from the one thread that there is.
  nonisolated(unsafe) private var jobs: [UnownedJob] = []

  func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

  /// Runs all jobs, and those that they enqueue, until none is left.
  func run() {
    while !jobs.isEmpty {
      let batch = jobs
      jobs.removeAll(keepingCapacity: true)
      for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}
