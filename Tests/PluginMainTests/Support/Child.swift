import TestSupport

/// A plugin as a program, and the test as its host.
struct Child {
  private let program: RunningProgram

  /// Starts a plugin in a folder, in which it has a link of its name to the one program of all plugins.
  init(_ plugin: String, in folder: TemporaryFolder, environment: [String: String] = ["LIFEBUS_PLUGIN": "1"]) throws {
    program = try RunningProgram(
      try folder.link(plugin, to: BuiltProgram.path(of: "PluginPrograms")), in: folder.path, environment: environment)
  }

  var output: LineReader { program.output }
  var talk: LineReader { program.talk }
  var pid: Int32 { program.pid }

  func send(_ signal: Int32) { program.send(signal) }

  /// Says lines; waits until they are taken.
  func say(_ lines: String...) { program.write(lines.map { $0 + "\n" }.joined()) }

  func closeInput() { program.closeInput() }

  /// Waits for its end: its exit code, or the negative number of the signal that ended it.
  func code() async -> Int32 { await program.code() }
}
