internal import Lifebus
internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// A program that is a plugin: where it is, and what it is started with.
struct ChildProgram: Sendable {
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

  /// The name of a plugin's program.
  static func name(ofPath path: String) -> HandlerID {
    HandlerID(PluginSurroundings.name(ofPath: path))
  }

  var log: @Sendable (String) -> Void { context.log }

  /// The first line that it is sent.
  var startLine: String {
    let start = PluginCommand.Start(
      name: name.rawValue, appVersion: context.version, folder: context.folder, base: context.base, options: options)
    return PluginCommand.start(start).line
  }

  /// Starts the program, served on a thread; a host that is killed leaves a note of its process.
  func start(
    on thread: ChildThread, _ take: @escaping @Sendable (ChildLink, ChildLink.Event) -> Void
  ) throws(HostError) -> ChildLink {
    do throws(SystemError) {
      let link = try ChildLink(path, environment: PluginSurroundings.environment(from: environment), on: thread, take)
      do throws(SystemError) { try leftovers.note(link.pid, of: name) } catch {
        log("its process is not noted, and stays if this host is killed and it does not end by itself: \(error)")
      }
      return link
    } catch {
      throw HostError("'\(path)' cannot be started: \(error)")
    }
  }
}
