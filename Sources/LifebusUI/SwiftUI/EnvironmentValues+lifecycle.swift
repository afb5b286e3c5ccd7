#if canImport(SwiftUI)
  public import Lifebus
  public import SwiftUI

  extension EnvironmentValues {
    /// The bus of the `lifecycle(_:scene:when:)` above, for views that post events; nil where there is none.
    public var lifecycleBus: LifecycleBus? { sceneLife?.bus }

    /// The window that the view is in.
    var sceneLife: SceneLife? {
      get { self[SceneLifeKey.self] }
      set { self[SceneLifeKey.self] = newValue }
    }

    /// Who the view is shown to, behind a launch gate.
    var gateSeat: GateSeat? {
      get { self[GateSeatKey.self] }
      set { self[GateSeatKey.self] = newValue }
    }
  }

  private enum SceneLifeKey: EnvironmentKey {
    static var defaultValue: SceneLife? { nil }
  }

  private enum GateSeatKey: EnvironmentKey {
    static var defaultValue: GateSeat? { nil }
  }
#endif
