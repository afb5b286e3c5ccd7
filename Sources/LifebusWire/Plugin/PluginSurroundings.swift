/// What a plugin's program is called, is given and has time for, whoever starts it.
package enum PluginSurroundings {
  /// How long a program may take to answer `start`.
  package static let answerLimit = Duration.seconds(10)
  /// How long it may take to end when it is told to.
  package static let endLimit = Duration.seconds(2)

  /// The variables of the environment that a program is given, beside those that begin with `LC_`.
  private static let variables: Set<String> = ["PATH", "HOME", "USER", "LANG", "TZ", "TMPDIR"]

  /// The program's environment, of that of the program that starts it.
  package static func environment(from environment: [String: String]) -> [String: String] {
    var clean = environment.filter { variables.contains($0.key) || $0.key.hasPrefix("LC_") }
    clean["LIFEBUS_PLUGIN"] = "1"
    return clean
  }

  /// The program's name: that of its file, without what follows the first dot.
  package static func name(ofPath path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? ""
    return file.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init) ?? file
  }
}
