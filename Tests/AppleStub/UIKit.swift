// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stand-in for Apple's module, for type checks only: what the package uses of it, declared as Apple's documentation says.
@_exported public import Foundation

@MainActor
open class UIResponder: NSObject {}

@MainActor
open class UIViewController: UIResponder {
  public init(nibName: String?, bundle: Bundle?) {}
}

@MainActor
open class UIView: UIResponder {}

@MainActor
open class UIWindow: UIView {
  public init(windowScene: UIWindowScene) {}
  public var rootViewController: UIViewController?
  public func makeKeyAndVisible() {}
}

/// Its requirements are optional in Apple's.
@MainActor
public protocol UIApplicationDelegate: AnyObject {
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
}

/// Its requirements are optional in Apple's.
@MainActor
public protocol UISceneDelegate: AnyObject {
  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
}

@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
  var window: UIWindow? { get set }
}

@MainActor
open class UIApplication: UIResponder {
  public class var shared: UIApplication { fatalError() }

  public enum State: Int, Sendable {
    case active
    case inactive
    case background
  }

  public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public var delegate: (any UIApplicationDelegate)?
  public var applicationState: State { .active }
  public var isProtectedDataAvailable: Bool { true }
  public var connectedScenes: Set<UIScene> { [] }
  nonisolated public static let didBecomeActiveNotification = NSNotification.Name("didBecomeActiveNotification")
  nonisolated public static let willResignActiveNotification = NSNotification.Name("willResignActiveNotification")
  nonisolated public static let willEnterForegroundNotification = NSNotification.Name("willEnterForegroundNotification")
  nonisolated public static let didEnterBackgroundNotification = NSNotification.Name("didEnterBackgroundNotification")
  nonisolated public static let protectedDataDidBecomeAvailableNotification = NSNotification.Name(
    "protectedDataDidBecomeAvailableNotification")

  nonisolated public func beginBackgroundTask(
    withName name: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier { .invalid }
  nonisolated public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}

public struct UIBackgroundTaskIdentifier: Hashable, RawRepresentable, Sendable {
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}

@MainActor
open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive = 0
    case foregroundInactive = 1
    case background = 2
  }

  @MainActor
  open class ConnectionOptions: NSObject {}

  public var session: UISceneSession { fatalError() }
  public var activationState: ActivationState { .unattached }

  nonisolated public static let didActivateNotification = NSNotification.Name("didActivateNotification")
  nonisolated public static let willDeactivateNotification = NSNotification.Name("willDeactivateNotification")
  nonisolated public static let willEnterForegroundNotification = NSNotification.Name("willEnterForegroundNotification")
  nonisolated public static let didEnterBackgroundNotification = NSNotification.Name("didEnterBackgroundNotification")
  nonisolated public static let didDisconnectNotification = NSNotification.Name("didDisconnectNotification")
}

@MainActor
open class UIWindowScene: UIScene {}

@MainActor
open class UISceneSession: NSObject {
  public var persistentIdentifier: String { "" }
}
