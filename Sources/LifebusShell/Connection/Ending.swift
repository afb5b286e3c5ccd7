internal import LifebusSystem
internal import LifebusWire

/// How a connection with a host ended.
enum Ending: Error, Equatable {
  /// All was said.
  case complete
  /// The host shut down, and said so.
  case shutdown
  /// The host does not do it.
  case refused(String, exitCode: Int)
  /// The host speaks another version of the protocol; nil: it names none.
  case otherVersion(Int?)
  /// What answers is no host.
  case garbled(String)
  /// The host is gone, and had more to say.
  case cutOff
  /// The host did not answer in time.
  case silent
  /// There is no host to connect to.
  case unreachable(SocketError)

  /// What the program exits with for it alone.
  var code: ExitCode {
    switch self {
    case .complete, .shutdown: .done
    case .refused(_, let code): ExitCode(rawValue: Int32(clamping: code)) ?? .badInput
    case .otherVersion: .otherVersion
    case .garbled, .cutOff, .unreachable: .noHost
    case .silent: .timedOut
    }
  }

  /// What is said of it; nil where there is nothing to say.
  func words(_ place: HostPlace) -> String? {
    switch self {
    case .complete, .shutdown: nil
    case .refused(let reason, _): reason
    case .otherVersion(let version):
      "the host at \(place.socket) speaks \(version.map { "version \($0)" } ?? "no version") of the protocol and this program "
        + "version \(Wire.version): use 'lifebus' and 'lifebus-host' of one release"
    case .garbled(let problem): "what listens at \(place.socket) is no host: \(problem)"
    case .cutOff: "the host at \(place.socket) went away before it had said all"
    case .silent: "the host at \(place.socket) does not answer: is it stopped?"
    case .unreachable(.noListener): "no host listens at \(place.socket): start one with '\(place.command)'"
    case .unreachable(.tooLong(let count)):
      "the socket's path \(place.socket) has \(count) bytes, and the system takes \(LocalSocket.pathLimit): give a shorter one "
        + "with --socket"
    case .unreachable(.otherUser(let uid)):
      "the host at \(place.socket) belongs to another user, with uid \(uid): give your own with --socket or --state"
    case .unreachable(let error): "the socket \(place.socket) cannot be used: \(error)"
    }
  }
}
