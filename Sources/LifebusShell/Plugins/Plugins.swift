internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// `lifebus plugins`: which plugins the host knows, and which it hosts.
enum Plugins: Question {
  static let name = "plugins"
  static let summary = "lists the plugins that the host knows, and how those that it hosts stand"

  static let manual = Manual(
    names: [], about: "Lists the plugins that the host knows, and how those that it hosts stand.",
    options: HostPlace.options + [.json],
    more: """
      JSON, an object for each plugin: {"plugin","hosted","state"?}

      exit codes: 0, 2 (usage), 3 (no answer in time), 6 (no host), 7 (another version)
      """)

  static func request(_ arguments: Arguments) throws(UsageError) -> WireRequest {
    try arguments.expectNames(0...0, "none")
    return .plugins
  }

  static func text(of objects: [JSONObject], _ colours: Colours) -> [String] {
    var table = TextTable(["PLUGIN", "STATE"])
    for object in objects {
      let state = object.isTrue("hosted") ? object.text("state") ?? "hosted" : "not hosted"
      table.add([TextTable.Cell(object.text("plugin")), TextTable.Cell(state, Colours.Mood(of: state))])
    }
    return table.lines(colours)
  }
}
