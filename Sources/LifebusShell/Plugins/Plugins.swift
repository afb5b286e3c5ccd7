internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// `lifebus plugins`: which plugins the host knows, and which it hosts.
enum Plugins: Question {
  static let name = "plugins"
  static let summary = "lists the plugins that the host knows, and how those that it hosts stand"

  private static let release = Option(
    "--release", .text("NAME"), "lifts the quarantine of this plugin, which crashed too often; also where no host runs")

  static let manual = Manual(
    names: [],
    about: """
      Lists the plugins that the host knows, how those that it hosts stand, what waits for the others, and why one is
      quarantined.
      """,
    options: [release] + HostPlace.options + [.json],
    more: """
      JSON, an object for each plugin: {"plugin","hosted","state"?,"waiting"?,"quarantine"?}; with --release
      {"handler","released":true}

      exit codes: 0, 2 (usage; the plugin is not quarantined), 3 (no answer in time), 6 (no host), 7 (another version)
      """)

  static func request(_ arguments: Arguments) throws(UsageError) -> WireRequest {
    try arguments.expectNames(0...0, "none")
    return arguments.text(release).map { .ledger(.release(handler: $0)) } ?? .plugins
  }

  static func text(of objects: [JSONObject], _ colours: Colours) -> [String] {
    let released = objects.filter { $0.isTrue("released") }
    guard released.isEmpty else {
      return released.map { visible("'\($0.text("handler") ?? "")' is quarantined no more: it gets what it has missed") }
    }
    var table = TextTable(["PLUGIN", "STATE", "WHY"])
    for object in objects {
      let state = object.isTrue("hosted") ? object.text("state") ?? "hosted" : "not hosted"
      table.add([
        TextTable.Cell(object.text("plugin")), TextTable.Cell(state, Colours.Mood(of: state)), TextTable.Cell(why(object)),
      ])
    }
    return table.lines(colours)
  }

  private static func why(_ plugin: JSONObject) -> String {
    let waiting = plugin.number("waiting").flatMap { $0 > 0 ? "\(count($0, "delivery waits", "deliveries wait")) for it" : nil }
    return [plugin.text("quarantine"), waiting].compactMap { $0 }.joined(separator: "; ")
  }
}
