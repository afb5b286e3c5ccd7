import TestSupport

extension RunningProgram {
  /// Where the build put `lifebus-host`.
  static let hostPath = BuiltProgram.path(of: "lifebus-host")

  /// Starts the host, or another program such as a shell that starts it, in a folder where its state is too.
  convenience init(_ arguments: [String], in folder: TemporaryFolder, running path: String = hostPath) throws {
    try self.init(path, arguments, in: folder.path, environment: ["XDG_STATE_HOME": folder["xdg"]])
  }
}
