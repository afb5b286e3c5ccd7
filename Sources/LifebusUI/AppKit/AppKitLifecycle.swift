#if canImport(AppKit) && !canImport(UIKit)
  internal import AppKit
  internal import Foundation
  public import Lifebus

  /// Connects a Mac application without SwiftUI's life cycle to a bus: its launch and the phases of its windows.
  ///
  /// A window that is in the dock or hidden is in the background, and the others are active while the application is. Of windows
  /// that are tabs of one, each is a window: the one in front is visible, and the others are in the background. Views in SwiftUI
  /// find the bus by `lifecycle(_:in:)`. An application that quits has exited; see `shutdown(beforeQuitting:grace:)` for handlers
  /// that need time then. Make one in `applicationDidFinishLaunching(_:)`, and keep it as long as the application runs.
  @MainActor
  public final class AppKitLifecycle {
    private let lives: SceneLives<ObjectIdentifier>
    private let isActive: Bool

    /// Launches the bus, unless it has been, and reports from now on.
    ///
    /// - Parameters:
    ///   - bus: The bus, with its handlers registered.
    ///   - activation: Where it does anything.
    public init(_ bus: LifecycleBus, when activation: LifecycleActivation = .inApp) {
      lives = SceneLives(on: bus, platform: .current)
      isActive = activation.applies
      guard isActive else { return }
      lives.launch()
      observe()
      report()
    }

    /// The life of a window, for the views in it.
    func life(of window: NSWindow) -> SceneLife? { isActive ? lives.life(of: ObjectIdentifier(window)) : nil }

    private func observe() {
      let changes = [
        NSApplication.didBecomeActiveNotification, NSApplication.didResignActiveNotification,
        NSApplication.didHideNotification, NSApplication.didUnhideNotification, NSWindow.didBecomeKeyNotification,
        NSWindow.didMiniaturizeNotification, NSWindow.didDeminiaturizeNotification,
        NSWindow.didChangeOcclusionStateNotification,
      ]
      for change in changes { observe(change) { lifecycle, _ in lifecycle.report() } }
      observe(NSWindow.willCloseNotification) { lifecycle, window in
        if let window { lifecycle.lives.end(ObjectIdentifier(window)) }
      }
    }

    /// Reports every window that a user takes for one: panels and menus are none, and one that is not visible was one before.
    private func report() {
      let application = NSApplication.shared
      var phases: [ObjectIdentifier: Phase] = [:]
      for window in application.windows where window.canBecomeMain || lives.isReported(ObjectIdentifier(window)) {
        let isVisible = window.isVisible && !window.isMiniaturized && !application.isHidden
        phases[ObjectIdentifier(window)] = Phase(ofWindowVisible: isVisible, inActiveApplication: application.isActive)
      }
      lives.report(phases)
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
