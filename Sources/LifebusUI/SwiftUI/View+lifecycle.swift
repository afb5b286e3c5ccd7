#if canImport(SwiftUI)
  public import Lifebus
  public import SwiftUI

  extension View {
    /// Connects a window to a bus: put it on the root view of each window.
    ///
    /// ```swift
    /// WindowGroup {
    ///   RootView().lifecycle(bus)
    /// }
    /// ```
    ///
    /// With its first appearance the bus launches, unless it has; from then on the phases of the window's scene are reported, and
    /// its end. Views below find the bus in the environment. Register the handlers before, in the application's `init`. A process
    /// that the system starts for work in the background may never have a window: post its `Launch` where that work is.
    ///
    /// - Parameters:
    ///   - bus: The bus; the one that the window began with stays.
    ///   - scene: The window's name, which a second window beside it has as `name-2`; nil: `main`, or `window-2` and so on.
    ///   - activation: Where it is more than a modifier without effect.
    /// - Returns: The view, connected.
    public func lifecycle(
      _ bus: LifecycleBus, scene: SceneID? = nil, when activation: LifecycleActivation = .inApp
    ) -> some View {
      modifier(LifecycleModifier(bus: bus, scene: scene, activation: activation))
    }
  }

  struct LifecycleModifier: ViewModifier {
    @Environment(\.scenePhase) private var phase
    @State private var life: SceneLife?

    init(bus: LifecycleBus, scene: SceneID?, activation: LifecycleActivation) {
      _life = State(initialValue: activation.applies ? SceneLife(scene, on: bus, platform: .current) : nil)
    }

    func body(content: Content) -> some View {
      connected(content)
        .environment(\.sceneLife, life)
        .onAppear { life?.report(Phase(phase)) }
        .onChange(of: phase) { _, phase in life?.report(Phase(phase)) }
    }

    #if canImport(AppKit) && !canImport(UIKit)
      /// On a Mac the root view goes with its window; elsewhere it may also go behind a full-screen cover.
      ///
      /// A stack goes only as a whole: of a root with several views, such as a splash and what follows, each one goes by itself.
      private func connected(_ content: Content) -> some View {
        ZStack { content }.onDisappear { life?.end() }
      }
    #else
      private func connected(_ content: Content) -> Content { content }
    #endif
  }

  extension Phase {
    /// The phase as the bus names it; one that the system may add one day is visible, without input.
    init(_ phase: ScenePhase) {
      self =
        switch phase {
        case .active: .active
        case .inactive: .inactive
        case .background: .background
        @unknown default: .inactive
        }
    }
  }
#endif
