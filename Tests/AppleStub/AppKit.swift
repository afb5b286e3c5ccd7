// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stand-in for Apple's module, for type checks only: what the package uses of it, declared as Apple's documentation says.
public import Foundation

@MainActor
open class NSResponder: NSObject {}

@MainActor
open class NSApplication: NSResponder {
  public class var shared: NSApplication { fatalError() }

  public var isActive: Bool { true }
  public var isHidden: Bool { false }
  public var windows: [NSWindow] { [] }

  nonisolated public static let didBecomeActiveNotification = NSNotification.Name("didBecomeActiveNotification")
  nonisolated public static let didResignActiveNotification = NSNotification.Name("didResignActiveNotification")
  nonisolated public static let didHideNotification = NSNotification.Name("didHideNotification")
  nonisolated public static let didUnhideNotification = NSNotification.Name("didUnhideNotification")
}

@MainActor
open class NSWindow: NSResponder {
  public var isVisible: Bool { true }
  public var isMiniaturized: Bool { false }
  public var canBecomeMain: Bool { true }

  nonisolated public static let didBecomeKeyNotification = NSNotification.Name("didBecomeKeyNotification")
  nonisolated public static let didMiniaturizeNotification = NSNotification.Name("didMiniaturizeNotification")
  nonisolated public static let didDeminiaturizeNotification = NSNotification.Name("didDeminiaturizeNotification")
  nonisolated public static let willCloseNotification = NSNotification.Name("willCloseNotification")
}
