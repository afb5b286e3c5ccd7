internal import LifebusSystem

/// Why a plugin's program ends.
enum Ending: Sendable {
  /// The host says so.
  case stop
  /// The host is gone.
  case gone
  /// The plugin cannot work so, and the host was told why.
  case refused
  /// The host speaks another version, and was told so.
  case otherVersion
  /// The host says what no host says.
  case nonsense(String)

  var code: ExitCode {
    switch self {
    case .stop, .gone: .done
    case .refused, .nonsense: .badInput
    case .otherVersion: .otherVersion
    }
  }

  /// How long a call that runs may still take: what it ends with, only a host that is there keeps.
  var grace: Duration {
    if case .stop = self { .seconds(5) } else { .zero }
  }

  /// What people are told.
  var reason: String? {
    if case .nonsense(let reason) = self { reason } else { nil }
  }
}
