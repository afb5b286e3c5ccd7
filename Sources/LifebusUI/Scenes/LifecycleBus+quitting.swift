package import Lifebus

extension LifecycleBus {
  /// The application quits: none of its windows is in use any more, which is an exit.
  package func leaveWindows() {
    for scene in companion(SceneNames()).taken { report(.background, scene: scene) }
  }

  /// The application quits as soon as this returns: its handlers get the exit, and are stopped, within the grace.
  @discardableResult
  package func quit(grace: Duration) async -> ShutdownReport {
    leaveWindows()
    return await shutdown(grace: grace)
  }
}
