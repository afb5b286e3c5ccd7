internal import Lifebus

/// What a bus hears of its system beside the phases of windows; it is asked once, whoever launches the bus.
@MainActor
final class SystemWatch {
  private var isBegun = false

  nonisolated init() {}

  func begin(_ platform: Platform, for bus: LifecycleBus) {
    guard !isBegun else { return }
    isBegun = true
    platform.whenUnlocked? { [weak bus] in bus?.openLedger() }
    platform.whenQuitting? { [weak bus] in bus?.leaveWindows() }
  }
}
