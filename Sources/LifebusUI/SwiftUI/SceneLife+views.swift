#if canImport(SwiftUI)
  internal import Lifebus

  extension SceneLife {
    /// The window that a view has found in its environment; none is a mistake in the code, except in previews and tests.
    static func found(_ life: SceneLife?) -> SceneLife? {
      assert(
        life != nil || LifecycleActivation.isRehearsal, "a view finds no bus: put lifecycle on its window's root view")
      return life
    }
  }
#endif
