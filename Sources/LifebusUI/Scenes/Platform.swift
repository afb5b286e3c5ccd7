package import Lifebus

/// What the logic asks of the system that the application runs on.
@MainActor
package struct Platform {
  /// Says why the process was started; asked at the launch.
  package var launchCause: () -> Launch.Cause
  /// Time in the background, where the system grants any.
  package var backgroundTime: BackgroundTime?

  /// Calls what it is given whenever the user has unlocked the device, where files are shut until then.
  package var whenUnlocked: ((@escaping @MainActor @Sendable () -> Void) -> Void)?

  package init(
    launchCause: @escaping () -> Launch.Cause, backgroundTime: BackgroundTime? = nil,
    whenUnlocked: ((@escaping @MainActor @Sendable () -> Void) -> Void)? = nil
  ) {
    self.launchCause = launchCause
    self.backgroundTime = backgroundTime
    self.whenUnlocked = whenUnlocked
  }

  /// Launches a bus, unless it has been; its ledger is opened, if it is not, when the device is unlocked.
  package func launch(_ bus: LifecycleBus) {
    guard !bus.snapshot().isLaunched else { return }
    bus.post(Launch(cause: launchCause()))
    whenUnlocked? { [weak bus] in bus?.openLedger() }
  }
}
