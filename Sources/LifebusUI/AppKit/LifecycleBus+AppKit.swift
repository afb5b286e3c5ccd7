#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  public import Lifebus

  extension LifecycleBus {
    /// Gives the handlers time before a Mac application quits: they get the exit, the bus shuts down, and the application quits.
    ///
    /// ```swift
    /// func applicationShouldTerminate(_ application: NSApplication) -> NSApplication.TerminateReply {
    ///   bus.shutdown(beforeQuitting: application)
    /// }
    /// ```
    ///
    /// Without it an application that quits has its exit posted, and its process ends before most handlers are called. An
    /// application that supports sudden termination is ended without a word. Have it quit by its menu or from a button: a task of
    /// the main actor that calls `terminate(_:)` keeps the main actor, and so handlers on it, waiting.
    ///
    /// - Parameters:
    ///   - application: The application that asks whether to quit.
    ///   - grace: How long deliveries may still take.
    /// - Returns: What the application's delegate answers: later.
    @MainActor
    public func shutdown(
      beforeQuitting application: NSApplication, grace: Duration = .seconds(5)
    ) -> NSApplication.TerminateReply {
      Task {
        await quit(grace: grace)
        application.reply(toApplicationShouldTerminate: true)
      }
      return .terminateLater
    }
  }
#endif
