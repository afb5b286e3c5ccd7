/// Why the plugin cannot be set up.
public enum AuthGateError: Error, Equatable, CustomStringConvertible {
  /// An option is no sensible number of seconds.
  case seconds(option: String, Double)
  /// An option cannot be used, for the reason that the text gives.
  case option(String, problem: String)

  /// The reason in words.
  public var description: String {
    switch self {
    case .seconds(let option, let value):
      "option '\(option)' of auth-gate is \(value): give a number of seconds from 0.001 to 86400"
    case .option(let option, let problem): "option '\(option)' of auth-gate \(problem)"
    }
  }
}
