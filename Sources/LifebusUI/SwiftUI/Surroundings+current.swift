#if canImport(SwiftUI)
  internal import Foundation

  extension Surroundings {
    /// Those of this process.
    static var current: Surroundings {
      Surroundings(environment: ProcessInfo.processInfo.environment, program: ProcessInfo.processInfo.processName)
    }
  }
#endif
