internal import Lifebus
internal import LifebusJSON

/// What a host has of a plugin that it knows, as a line of JSON.
struct PluginLine {
  private let plugin: HandlerID
  private let hosted: HostedPlugin?
  private let handler: Snapshot.Handler?
  private let absent: Snapshot.Absent?

  /// The lines of all plugins that the host knows, and of the programs that it hosts.
  static func lines(_ house: Client.House) async -> [String] {
    let snapshot = house.bus.snapshot()
    var lines: [String] = []
    for plugin in house.known + house.hosted.filter({ !house.known.contains($0) }) {
      let line = PluginLine(
        plugin: plugin, hosted: house.plugins.first { $0.id == plugin },
        handler: snapshot.handlers.first { $0.id == plugin }, absent: snapshot.absent.first { $0.id == plugin })
      lines.append(await line.text)
    }
    return lines
  }

  /// The line of a plugin that has just been started again.
  static func reloaded(_ plugin: HandlerID, _ program: ChildPlugin) async -> String {
    var line = JSONLine()
    line.add("plugin", plugin.rawValue)
    line.add("reloaded", true)
    line.add("pid", await program.pid.map(Int.init))
    return line.text
  }

  private var text: String {
    get async {
      var line = JSONLine()
      line.add("plugin", plugin.rawValue)
      line.add("hosted", hosted != nil)
      line.add("state", handler?.state.rawValue)
      if let program = hosted?.program { await Self.add(program, to: &line) }
      line.add("waiting", absent?.waiting)
      line.add("quarantine", handler?.quarantine ?? absent?.quarantine)
      return line.text
    }
  }

  private static func add(_ plugin: ChildPlugin, to line: inout JSONLine) async {
    line.add("program", plugin.program.path)
    line.add("pid", await plugin.pid.map(Int.init))
    line.add("restarts", await plugin.restarts)
  }
}
