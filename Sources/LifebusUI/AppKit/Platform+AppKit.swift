#if canImport(SwiftUI) && !canImport(UIKit)
  internal import Foundation
  internal import Lifebus

  extension Platform {
    /// A Mac: it says nothing of why a process was started, and grants no time.
    static var current: Platform {
      Platform(launchCause: {
        Surroundings(environment: ProcessInfo.processInfo.environment).launchCause(isInBackground: nil)
      })
    }
  }
#endif
