#if canImport(UIKit)
  public import SwiftUI
  public import UIKit

  extension View {
    /// Has views in a UIKit window find the bus: put it on the root view of each `UIHostingController`.
    ///
    /// ```swift
    /// window.rootViewController = UIHostingController(rootView: HomeView().lifecycle(lifecycle, in: scene))
    /// ```
    ///
    /// The launch, the phases and the scene's end are the application's to report, which is what its ``UIKitLifecycle`` does: there
    /// is no scene phase in views that UIKit hosts.
    ///
    /// - Parameters:
    ///   - lifecycle: What connects the application to its bus.
    ///   - scene: The scene that the views are in; nil in an application without scenes.
    /// - Returns: The view, connected.
    public func lifecycle(_ lifecycle: UIKitLifecycle, in scene: UIScene? = nil) -> some View {
      environment(\.sceneLife, lifecycle.life(of: scene))
    }
  }
#endif
