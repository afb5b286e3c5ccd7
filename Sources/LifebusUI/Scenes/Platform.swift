package import Lifebus

/// What the logic asks of the system that the application runs on.
@MainActor
package struct Platform {
  /// Says why the process was started; asked at the launch.
  package var launchCause: () -> Launch.Cause
  /// Time in the background, where the system grants any.
  package var backgroundTime: BackgroundTime?

  package init(launchCause: @escaping () -> Launch.Cause, backgroundTime: BackgroundTime? = nil) {
    self.launchCause = launchCause
    self.backgroundTime = backgroundTime
  }

  /// Launches a bus, unless it has been.
  package func launch(_ bus: LifecycleBus) {
    if !bus.snapshot().isLaunched { bus.post(Launch(cause: launchCause())) }
  }
}
