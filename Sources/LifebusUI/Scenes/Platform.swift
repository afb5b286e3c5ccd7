package import Lifebus

/// What the logic asks of the system that the application runs on.
@MainActor
package struct Platform {
  /// Does what it is given each time that something happens.
  package typealias Observing = (_ body: @escaping @MainActor @Sendable () -> Void) -> Void

  /// Says why the process was started; asked at the launch.
  package var launchCause: () -> Launch.Cause
  /// Time in the background, where the system grants any.
  package var backgroundTime: BackgroundTime?
  /// The user has unlocked the device, where files are shut until then; also at once, if it is unlocked.
  package var whenUnlocked: Observing?
  /// The application is about to quit, where no window says so.
  package var whenQuitting: Observing?

  package init(
    launchCause: @escaping () -> Launch.Cause, backgroundTime: BackgroundTime? = nil, whenUnlocked: Observing? = nil,
    whenQuitting: Observing? = nil
  ) {
    self.launchCause = launchCause
    self.backgroundTime = backgroundTime
    self.whenUnlocked = whenUnlocked
    self.whenQuitting = whenQuitting
  }

  /// Launches a bus, unless it has been; whoever did it, the bus hears of its system from now on.
  package func launch(_ bus: LifecycleBus) {
    bus.companion(SystemWatch()).begin(self, for: bus)
    guard !bus.snapshot().isLaunched else { return }
    bus.post(Launch(cause: launchCause()))
  }
}
