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
  /// Time in the background is taken before the handlers of an exit are called, and given back when they have ended. A launch for
  /// work in the background and one in advance are told apart from a user's as far as the system says so. Keep it as long as the
  /// application runs; an application whose windows have `lifecycle(_:scene:when:)` needs none.
  @MainActor
  public final class UIKitLifecycle {
    private let lives: SceneLives<String>

    /// Launches the bus, unless it has been, and reports from now on.
    ///
    /// - Parameter bus: The bus, with its handlers registered.
    public init(_ bus: LifecycleBus) {
      lives = SceneLives(on: bus, platform: .current)
      lives.launch()
      observe()
      for scene in UIApplication.shared.connectedScenes {
        if let phase = Phase(scene.activationState) { lives.report(phase, of: scene.session.persistentIdentifier) }
      }
    }

    private func observe() {
      report(.active, at: UIScene.didActivateNotification)
      report(.inactive, at: UIScene.willDeactivateNotification)
      report(.inactive, at: UIScene.willEnterForegroundNotification)
      report(.background, at: UIScene.didEnterBackgroundNotification)
      observe(UIScene.didDisconnectNotification) { lives, scene in lives.end(scene) }
    }

    private func report(_ phase: Phase, at name: Notification.Name) {
      observe(name) { lives, scene in lives.report(phase, of: scene) }
    }

    /// Does something with a scene at a notification, before whoever posts it goes on: UIKit posts them on the main thread.
    private func observe(
      _ name: Notification.Name, _ body: @escaping @MainActor @Sendable (SceneLives<String>, String) -> Void
    ) {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
        let scene = notification.object as? UIScene
        MainActor.assumeIsolated {
          if let self, let scene { body(self.lives, scene.session.persistentIdentifier) }
        }
      }
    }
  }

  extension Phase {
    /// The phase of a scene that is there; one that is not attached has none.
    fileprivate init?(_ state: UIScene.ActivationState) {
      switch state {
      case .foregroundActive: self = .active
      case .foregroundInactive: self = .inactive
      case .background: self = .background
      case .unattached: return nil
      @unknown default: return nil
      }
    }
  }
#endif
