#if canImport(UIKit)
  internal import Lifebus
  internal import UIKit

  extension Phase {
    /// The phase of a scene that is there; one that is not attached has none.
    init?(_ state: UIScene.ActivationState) {
      switch state {
      case .foregroundActive: self = .active
      case .foregroundInactive: self = .inactive
      case .background: self = .background
      case .unattached: return nil
      @unknown default: return nil
      }
    }

    /// The phase of an application without scenes.
    init(_ state: UIApplication.State) {
      self =
        switch state {
        case .active: .active
        case .inactive: .inactive
        case .background: .background
        @unknown default: .inactive
        }
    }
  }
#endif
