#if canImport(AppKit) && !canImport(UIKit)
  internal import AppKit
  internal import Foundation
  public import Lifebus

  /// Connects a Mac application without SwiftUI's life cycle to a bus: its launch and the phases of its windows.
  ///
  /// A window that is in the dock or hidden is in the background, and the others are active while the application is. Make one in
  /// `applicationDidFinishLaunching(_:)`, and keep it as long as the application runs.
  @MainActor
  public final class AppKitLifecycle {
    private let lives: SceneLives<ObjectIdentifier>

    /// Launches the bus, unless it has been, and reports from now on.
    ///
    /// - Parameter bus: The bus, with its handlers registered.
    public init(_ bus: LifecycleBus) {
      lives = SceneLives(on: bus, platform: .current)
      lives.launch()
      observe()
      report()
    }

    private func observe() {
      let changes = [
        NSApplication.didBecomeActiveNotification, NSApplication.didResignActiveNotification,
        NSApplication.didHideNotification, NSApplication.didUnhideNotification, NSWindow.didBecomeKeyNotification,
        NSWindow.didMiniaturizeNotification, NSWindow.didDeminiaturizeNotification,
      ]
      for change in changes { observe(change) { lifecycle, _ in lifecycle.report() } }
      observe(NSWindow.willCloseNotification) { lifecycle, window in
        if let window { lifecycle.lives.end(ObjectIdentifier(window)) }
      }
    }

    /// Reports every window that a user takes for one; panels and menus are none.
    private func report() {
      let application = NSApplication.shared
      for window in application.windows where window.canBecomeMain {
        let isVisible = window.isVisible && !window.isMiniaturized && !application.isHidden
        lives.report(
          Phase(ofWindowVisible: isVisible, inActiveApplication: application.isActive), of: ObjectIdentifier(window))
      }
    }

    /// Does something at a notification, before whoever posts it goes on: AppKit posts them on the main thread.
    private func observe(
      _ name: Notification.Name, _ body: @escaping @MainActor @Sendable (AppKitLifecycle, NSWindow?) -> Void
    ) {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
        let window = notification.object as? NSWindow
        MainActor.assumeIsolated {
          if let self { body(self, window) }
        }
      }
    }
  }
#endif
