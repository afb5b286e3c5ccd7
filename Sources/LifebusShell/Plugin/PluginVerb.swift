internal import LifebusSystem

/// `lifebus plugin`: for those who write plugins.
enum PluginVerb: Verb {
  static let name = "plugin"
  static let summary = "writes a plugin to begin with; tests whether a plugin's program keeps to the protocol"

  private static let actions: [any PluginAction.Type] = [NewPlugin.self, TestPlugin.self]

  static let manual = Manual(
    names: ["new NAME", "test PATH"],
    about: """
      For those who write plugins that are programs, in any language.

        new   writes the folder NAME with a plugin that works, its test, and a page of five lines
        test  starts a program as a host does, and says for each rule of the protocol (PROTOCOL.md) whether it keeps to it
      """,
    options: NewPlugin.options + TestPlugin.options,
    more: """
      JSON of 'test', an object for each rule: {"rule","ok","problem"?,"section"?,"said"?,"remarks"?}, or {"rule","tried":false} where
      the program lacks what the rule is about; "said" is what it last wrote to its standard error, "remarks" are deliveries of
      which it says that they have failed

      exit codes:
        0  the folder is written; the program keeps to every rule
        1  it does not
        2  usage; the folder is there already or cannot be written; the program cannot be started
      """)

  static func run(_ arguments: Arguments, _: LedgerAccess) throws(UsageError) -> ExitCode {
    let action = actions[try arguments.place(ofActionIn: actions.map { $0 })]
    return try action.run(Array(arguments.names.dropFirst()), arguments)
  }
}

/// One thing that `lifebus plugin` does.
protocol PluginAction: VerbAction {
  /// Does it; `names` are those after the action's.
  static func run(_ names: [String], _ arguments: Arguments) throws(UsageError) -> ExitCode
}
