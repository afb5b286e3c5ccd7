#if canImport(UIKit)
  internal import Foundation
  public import Lifebus
  internal import UIKit

  /// Connects an application without SwiftUI's life cycle to a bus: its launch and the phases of all its scenes.
  ///
  /// ```swift
  /// func application(_: UIApplication, didFinishLaunchingWithOptions _: …) -> Bool {
  ///   lifecycle = UIKitLifecycle(bus)
  ///   return true
  /// }
  /// ```
  ///
  /// Time in the background is taken before the handlers of an exit are called, and given back when they have ended. Views in
  /// SwiftUI find the bus by `lifecycle(_:in:)`. Keep it as long as the application runs; an application whose windows have
  /// `lifecycle(_:scene:when:)` needs none.
  ///
  /// A launch for work in the background and one in advance are told apart from a user's as far as the system says so. It says
  /// nothing before a scene is attached: an application with scenes that makes this in `didFinishLaunching` has a launch of unknown
  /// cause. One that knows more posts its `Launch` before. An application that has no scenes in its `Info.plist` is one window.
  @MainActor
  public final class UIKitLifecycle {
    private enum Window: Hashable {
      case scene(String)
      /// Of an application without scenes.
      case only

      @MainActor
      init(_ scene: UIScene?) {
        self = if let scene, UIApplication.shared.hasScenes { .scene(scene.session.persistentIdentifier) } else { .only }
      }
    }

    private let lives: SceneLives<Window>
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
      if UIApplication.shared.hasScenes { observeScenes() } else { observeApplication() }
    }

    /// The life of a scene, for the views in it.
    func life(of scene: UIScene?) -> SceneLife? { isActive ? lives.life(of: Window(scene)) : nil }

    private func observeScenes() {
      report(.active, at: UIScene.didActivateNotification)
      report(.inactive, at: UIScene.willDeactivateNotification)
      report(.inactive, at: UIScene.willEnterForegroundNotification)
      report(.background, at: UIScene.didEnterBackgroundNotification)
      observe(UIScene.didDisconnectNotification) { lives, window in lives.end(window) }
      for scene in UIApplication.shared.connectedScenes {
        if let phase = Phase(scene.activationState) { lives.report(phase, of: Window(scene)) }
      }
    }

    private func observeApplication() {
      report(.active, at: UIApplication.didBecomeActiveNotification)
      report(.inactive, at: UIApplication.willResignActiveNotification)
      report(.inactive, at: UIApplication.willEnterForegroundNotification)
      report(.background, at: UIApplication.didEnterBackgroundNotification)
      lives.report(Phase(UIApplication.shared.applicationState), of: .only)
    }

    private func report(_ phase: Phase, at name: Notification.Name) {
      observe(name) { lives, window in lives.report(phase, of: window) }
    }

    /// Does something with a window at a notification, before whoever posts it goes on: UIKit posts them on the main thread.
    private func observe(
      _ name: Notification.Name, _ body: @escaping @MainActor @Sendable (SceneLives<Window>, Window) -> Void
    ) {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
        let scene = notification.object as? UIScene
        MainActor.assumeIsolated {
          if let self { body(self.lives, Window(scene)) }
        }
      }
    }
  }
#endif
