// expect: may have additional unknown values
import SwiftUI

func name(_ phase: ScenePhase) -> String {
  switch phase {
  case .active: "active"
  case .inactive: "inactive"
  case .background: "background"
  }
}
