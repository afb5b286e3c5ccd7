// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stand-in for Apple's module, for type checks only: what the package uses of it, declared as Apple's documentation says.
@_exported public import Foundation

@MainActor
open class NSResponder: NSObject {}

@MainActor
open class NSViewController: NSResponder {
  public init(nibName: String?, bundle: Bundle?) {}
}

/// Its requirements are optional in Apple's.
@MainActor
public protocol NSApplicationDelegate: AnyObject {
  func applicationDidFinishLaunching(_ notification: Notification)
  func applicationShouldTerminate(_ sender: NSApplication) -> NSApplication.TerminateReply
}

extension NSApplicationDelegate {
  public func applicationDidFinishLaunching(_ notification: Notification) {}
}

@MainActor
open class NSApplication: NSResponder {
  public enum TerminateReply: UInt, Sendable {
    case terminateCancel = 0
    case terminateNow = 1
    case terminateLater = 2
  }

  public class var shared: NSApplication { fatalError() }
  public func reply(toApplicationShouldTerminate shouldTerminate: Bool) {}

  public var isActive: Bool { true }
  public var isHidden: Bool { false }
  public var windows: [NSWindow] { [] }

  nonisolated public static let didBecomeActiveNotification = NSNotification.Name("didBecomeActiveNotification")
  nonisolated public static let didResignActiveNotification = NSNotification.Name("didResignActiveNotification")
  nonisolated public static let willTerminateNotification = NSNotification.Name("willTerminateNotification")
  nonisolated public static let didHideNotification = NSNotification.Name("didHideNotification")
  nonisolated public static let didUnhideNotification = NSNotification.Name("didUnhideNotification")
}

@MainActor
open class NSWindow: NSResponder {
  public var contentViewController: NSViewController?
  public func makeKeyAndOrderFront(_ sender: Any?) {}
  public var isVisible: Bool { true }
  public var isMiniaturized: Bool { false }
  public var canBecomeMain: Bool { true }

  nonisolated public static let didBecomeKeyNotification = NSNotification.Name("didBecomeKeyNotification")
  nonisolated public static let didChangeOcclusionStateNotification = NSNotification.Name("didChangeOcclusionStateNotification")
  nonisolated public static let didMiniaturizeNotification = NSNotification.Name("didMiniaturizeNotification")
  nonisolated public static let didDeminiaturizeNotification = NSNotification.Name("didDeminiaturizeNotification")
  nonisolated public static let willCloseNotification = NSNotification.Name("willCloseNotification")
}
