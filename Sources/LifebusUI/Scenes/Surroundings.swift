package import Lifebus

/// What the process's environment says of how it was started.
package struct Surroundings: Sendable {
  private let environment: [String: String]

  package init(environment: [String: String]) {
    self.environment = environment
  }

  /// True in a preview and in the process of a test: nobody has launched an application there.
  package var isRehearsal: Bool {
    environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" || environment["XCTestConfigurationFilePath"] != nil
      || environment["XCTestSessionIdentifier"] != nil
  }

  /// Why the system has started the process, which may be in the background; nil where no system says so.
  package func launchCause(isInBackground: Bool?) -> Launch.Cause {
    if environment["ActivePrewarm"] == "1" { return .prewarm }
    return isInBackground == true ? .background : .user
  }
}
