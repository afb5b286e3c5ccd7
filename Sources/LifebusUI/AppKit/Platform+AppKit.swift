#if canImport(AppKit) && !canImport(UIKit)
  internal import AppKit
  internal import Foundation
  internal import Lifebus

  extension Platform {
    /// A Mac: it says nothing of why a process was started, grants no time in the background, and quits applications.
    static var current: Platform {
      Platform(launchCause: { .user }, whenQuitting: observeQuitting)
    }

    /// AppKit posts on the main thread, and the process ends when the observers have returned.
    private static func observeQuitting(_ body: @escaping @MainActor @Sendable () -> Void) {
      _ = NotificationCenter.default.addObserver(
        forName: NSApplication.willTerminateNotification, object: nil, queue: nil
      ) { _ in
        MainActor.assumeIsolated { body() }
      }
    }
  }
#endif
