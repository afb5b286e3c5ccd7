internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// `lifebus plugins`: which plugins the host knows, and which it hosts.
enum Plugins: Question {
  static let name = "plugins"
  static let summary = "lists the plugins that the host knows, and how those that it hosts stand"

  private static let release = Option(
    "--release", .text("NAME"), "lifts the quarantine of this plugin, which crashed too often; also where no host runs")

  private static let reload = Option(
    "--reload", .text("NAME"), "has another program take the place of the one that is this plugin, between two deliveries")

  static let manual = Manual(
    names: [],
    about: """
      Lists the plugins that the host knows, how those that it hosts stand, what waits for the others, and why one is
      quarantined.
      """,
    options: [release, reload] + HostPlace.options + [.json],
    more: """
      JSON, an object for each plugin: {"plugin","hosted","state"?,"program"?,"pid"?,"restarts"?,"waiting"?,"quarantine"?};
      with --release {"handler","released":true}; with --reload {"plugin","reloaded":true,"pid"}

      exit codes: 0, 2 (usage; the plugin is not quarantined, no program, or does not start), 3 (no answer in time),
      6 (no host), 7 (another version)
      """)

  static func request(_ arguments: Arguments) throws(UsageError) -> WireRequest {
    try arguments.expectNames(0...0, "none")
    switch (arguments.text(release), arguments.text(reload)) {
    case (nil, nil): return .plugins
    case (let name?, nil): return .ledger(.release(handler: name))
    case (nil, let name?): return .reload(plugin: name)
    case (_?, _?): throw UsageError("'--release' and '--reload' do not go together: a plugin that is released starts anew")
    }
  }

  static func text(of objects: [JSONObject], _ colours: Colours) -> [String] {
    let done = objects.compactMap(change)
    return done.isEmpty ? table(of: objects).lines(colours) : done.map(visible)
  }

  /// What was done to a plugin, in words; nil for one that is listed.
  private static func change(_ object: JSONObject) -> String? {
    if object.isTrue("released") {
      return "'\(object.text("handler") ?? "")' is quarantined no more: it gets what it has missed"
    }
    guard object.isTrue("reloaded") else { return nil }
    return "'\(object.text("plugin") ?? "")' runs anew\(object.number("pid").map { ", with pid \($0)" } ?? "")"
  }

  private static func table(of plugins: [JSONObject]) -> TextTable {
    let hasPrograms = plugins.contains { $0.text("program") != nil }
    var table = TextTable(["PLUGIN", "STATE"] + (hasPrograms ? ["PROGRAM"] : []) + ["WHY"])
    for plugin in plugins {
      let state = plugin.isTrue("hosted") ? plugin.text("state") ?? "hosted" : "not hosted"
      table.add(
        [TextTable.Cell(plugin.text("plugin")), TextTable.Cell(state, Colours.Mood(of: state))]
          + (hasPrograms ? [TextTable.Cell(program(plugin))] : []) + [TextTable.Cell(why(plugin))])
    }
    return table
  }

  private static func program(_ plugin: JSONObject) -> String? {
    guard let path = plugin.text("program") else { return nil }
    let pid = plugin.number("pid").map { "pid \($0)" } ?? "does not run"
    let restarts = plugin.number("restarts").flatMap { $0 > 0 ? count($0, "restart") : nil }
    return [path, pid, restarts].compactMap { $0 }.joined(separator: ", ")
  }

  private static func why(_ plugin: JSONObject) -> String {
    let waiting = plugin.number("waiting").flatMap { $0 > 0 ? "\(count($0, "delivery waits", "deliveries wait")) for it" : nil }
    return [plugin.text("quarantine"), waiting].compactMap { $0 }.joined(separator: "; ")
  }
}
