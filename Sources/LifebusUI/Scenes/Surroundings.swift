package import Lifebus

/// What a process's environment and name say of how it was started.
package struct Surroundings: Sendable {
  private static let testVariables = ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"]
  private static let testPrograms = ["xctest", "swiftpm-testing-helper", "swiftpm-xctest-helper"]

  private let environment: [String: String]
  private let program: String

  package init(environment: [String: String], program: String = "") {
    self.environment = environment
    self.program = program
  }

  /// True in a preview and in the process of a test: nobody has launched an application there.
  ///
  /// Not each way to run tests sets each variable; where none is set, the tests have a program of their own.
  package var isRehearsal: Bool {
    environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" || Self.testVariables.contains { environment[$0] != nil }
      || Self.testPrograms.contains(program) || program.hasSuffix(".xctest")
  }

  /// Why the system has started the process, as far as it lets one tell.
  ///
  /// An application with scenes is in the background until one of them is attached, whoever has opened it: nobody knows until
  /// then. One that has a scene in the foreground is in front of a person, whatever the system says of the application. The mark of
  /// a start in advance stays when a person opens the application after it, so it counts in the background only.
  ///
  /// - Parameters:
  ///   - isInBackground: What the system says of the application.
  ///   - scenes: The phases of its scenes, of which one that is not attached has none; nil for an application without scenes.
  /// - Returns: The cause; unknown where nobody can tell.
  package func launchCause(isInBackground: Bool, scenes: [Phase?]?) -> Launch.Cause {
    let isShown = scenes?.contains { $0 ?? .background > .background } ?? false
    guard isInBackground, !isShown else { return .user }
    if let scenes, scenes.isEmpty || scenes.contains(nil) { return .unknown }
    return environment["ActivePrewarm"] == "1" ? .prewarm : .background
  }
}
