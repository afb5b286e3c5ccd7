#if canImport(UIKit)
  internal import Foundation
  internal import Lifebus
  internal import UIKit

  extension Platform {
    /// The application's own system.
    static var current: Platform {
      Platform(launchCause: { cause }, backgroundTime: .ofApplication, whenUnlocked: observeUnlocking)
    }

    /// UIKit posts on the main thread.
    private static func observeUnlocking(_ body: @escaping @MainActor @Sendable () -> Void) {
      _ = NotificationCenter.default.addObserver(
        forName: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil, queue: nil
      ) { _ in
        MainActor.assumeIsolated { body() }
      }
      if UIApplication.shared.isProtectedDataAvailable { body() }
    }

    private static var cause: Launch.Cause {
      let application = UIApplication.shared
      let scenes = application.connectedScenes.map { Phase($0.activationState) }
      return Surroundings.current.launchCause(
        isInBackground: application.applicationState == .background,
        scenes: application.hasScenes || !scenes.isEmpty ? scenes : nil)
    }
  }

  extension UIApplication {
    /// True for an application that says that it has scenes: any other has notifications of its own only.
    var hasScenes: Bool { Bundle.main.object(forInfoDictionaryKey: "UIApplicationSceneManifest") != nil }
  }

  extension BackgroundTime {
    /// The time that the system grants the application.
    fileprivate static var ofApplication: BackgroundTime {
      BackgroundTime { expired in
        let task = UIApplication.shared.beginBackgroundTask(withName: "lifebus.exit", expirationHandler: expired)
        return { UIApplication.shared.endBackgroundTask(task) }
      }
    }
  }
#endif
