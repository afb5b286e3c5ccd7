internal import Lifebus
internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// A program that is a plugin: where it is, and what it is started with.
struct ChildProgram: Sendable {
  /// The variables of the environment that a program is given, beside those that begin with `LC_`.
  private static let variables: Set<String> = ["PATH", "HOME", "USER", "LANG", "TZ", "TMPDIR"]

  let name: HandlerID
  let path: String
  let options: JSONObject
  let context: PluginContext
  let limits: ChildLimits
  /// The variables of the host's environment.
  let environment: [String: String]
  /// The processes that a killed host leaves.
  let leftovers: LeftoverChildren
  /// The time of day of the bus's clock, and that clock.
  let clock: WallClock
  let now: @Sendable () -> Duration

  /// The name of a plugin's program: that of its file, without what follows the first dot.
  static func name(ofPath path: String) -> HandlerID {
    let file = path.split(separator: "/").last ?? ""
    return HandlerID(String(file.prefix { $0 != "." }))
  }

  var log: @Sendable (String) -> Void { context.log }

  /// The first line that it is sent.
  var startLine: String {
    let start = PluginCommand.Start(
      name: name.rawValue, appVersion: context.version, folder: context.folder, base: context.base, options: options)
    return PluginCommand.start(start).line
  }

  /// Starts the program; a host that is killed leaves a note of its process.
  func start(_ take: @escaping @Sendable (ChildLink, ChildLink.Event) -> Void) throws(HostError) -> ChildLink {
    do throws(SystemError) {
      let link = try ChildLink(path, environment: cleanEnvironment, take)
      do throws(SystemError) { try leftovers.note(link.pid, of: name) } catch {
        log("its process is not noted, and stays if this host is killed and it does not end by itself: \(error)")
      }
      return link
    } catch {
      throw HostError("'\(path)' cannot be started: \(error)")
    }
  }

  private var cleanEnvironment: [String: String] {
    var clean = environment.filter { Self.variables.contains($0.key) || $0.key.hasPrefix("LC_") }
    clean["LIFEBUS_PLUGIN"] = "1"
    return clean
  }
}
