internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The program `lifebus-host`, which runs the same verbs with a database at hand: `lifebus-host shell VERB …`.
enum HostProgram {
  private static let name = "lifebus-host"

  /// Has it go on in this program's place, with the same arguments: the one beside this program, or else the one on the path.
  ///
  /// - Returns: Why that cannot be.
  static func takeOver() -> Refusal {
    var arguments = ([name, "shell"] + CommandLine.arguments.dropFirst()).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    if let folder = OwnProgram.folder { execv(folder + "/" + name, &arguments) }
    execvp(name, &arguments)
    let problem = errno == ENOENT ? "it is neither beside this program nor on the PATH" : SystemError.latest.description
    return Refusal(
      "there is no host to ask, and without one this needs the program '\(name)': \(problem); install it there, or start a host",
      .noHost)
  }
}
