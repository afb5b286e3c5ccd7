#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  public import SwiftUI

  extension View {
    /// Has views in an AppKit window find the bus: put it on the root view of each `NSHostingController`.
    ///
    /// ```swift
    /// window.contentViewController = NSHostingController(rootView: HomeView().lifecycle(lifecycle, in: window))
    /// ```
    ///
    /// The launch, the phases and the window's end are the application's to report, which is what its ``AppKitLifecycle`` does.
    ///
    /// - Parameters:
    ///   - lifecycle: What connects the application to its bus.
    ///   - window: The window that the views are in.
    /// - Returns: The view, connected.
    public func lifecycle(_ lifecycle: AppKitLifecycle, in window: NSWindow) -> some View {
      environment(\.sceneLife, lifecycle.life(of: window))
    }
  }
#endif
