import Foundation
import TestSupport

/// A script for the system's shell, run to its end with the built programs on its path.
enum Shell {
  /// Runs the script in a folder, in which the default state folder is, too.
  static func run(_ script: String, in folder: TemporaryFolder) async throws -> FinishedProgram {
    try await FinishedProgram(
      "/bin/sh", ["-c", script], in: folder.path,
      environment: ["PATH": BuiltProgram.folder.path + ":/usr/bin:/bin", "XDG_STATE_HOME": folder["xdg"]])
  }
}
