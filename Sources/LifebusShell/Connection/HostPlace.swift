internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the host is that a verb talks to.
struct HostPlace: Equatable {
  /// The path of its socket.
  let socket: String
  /// The folder of its ledger; nil where only the socket is known.
  let ledger: String?
  /// How such a host is started.
  let command: String

  private static let socketOption = Option("--socket", .path("P"), "the host's socket (default: 'socket' in its state folder)")
  private static let stateOption = Option(
    "--state", .path("DIR"), "the host's state folder (default: $XDG_STATE_HOME/lifebus or ~/.local/state/lifebus)")

  /// The options that say it.
  static let options = [socketOption, stateOption]

  init(_ arguments: Arguments) throws(UsageError) {
    let (socket, state) = (arguments.text(Self.socketOption), arguments.text(Self.stateOption))
    guard socket == nil || state == nil else { throw UsageError("--socket and --state both say where the host is: give one") }
    let option = socket.map { " --socket \($0)" } ?? state.map { " --state \($0)" } ?? ""
    command = "lifebus-host --plugins LIST" + option
    if let socket {
      self.socket = socket
      ledger = nil
      return
    }
    guard let folder = StatePlace.folder(state, environment: environment, current: Self.currentFolder) else {
      throw UsageError(StatePlace.noFolder)
    }
    self.socket = StatePlace.socket(in: folder)
    ledger = StatePlace.ledger(in: folder)
  }

  private static func currentFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }
}
