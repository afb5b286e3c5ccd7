internal import Lifebus
internal import LifebusJSON
internal import LifebusPluginOptions
internal import LifebusSystem
internal import LifebusThreads
internal import LifebusWire

/// A plugin's whole life as a program.
///
/// Cycle: the host says `start`; the plugin is created, gets ready and registers on a bus of this process, and the host is told
/// what it wants; deliveries come and are answered (``Conversation``); the host says `stop`, or is gone; the plugin is stopped.
struct PluginProgram<Plugin: LifecyclePlugin> {
  private let streams: ProgramStreams
  private let outbox: Outbox
  private let conversation: Conversation

  init(_ plugin: Plugin.Type, _ streams: ProgramStreams) {
    self.streams = streams
    outbox = Outbox(streams.output)
    conversation = Conversation(outbox)
  }

  /// Runs to the end; what the program is to exit with.
  func run() async -> ExitCode {
    let writing = Task.detached(executorPreference: ThreadExecutor(name: "lifebus.answers")) { [outbox] in outbox.serve() }
    HostLines.read(streams.input, for: conversation)
    let ending = await conversation.ending { start in await setUp(start) }
    await conversation.bus?.shutdown(grace: ending.grace)
    if let reason = ending.reason { PluginMain.say("\(Plugin.pluginID): \(reason)") }
    outbox.finish()
    await writing.value
    return ending.code
  }

  /// Sets the plugin up, and tells the host what it wants, or why it cannot work.
  private func setUp(_ start: PluginCommand.Start) async {
    do {
      let answers = Answers(outbox)
      let bus = LifecycleBus(relaying: answers)
      let plugin = try Plugin(options: try Plugin.Options(.object(start.options), of: Plugin.pluginID), context: context(start))
      try await plugin.start()
      try plugin.register(on: bus)
      let handler = try HandlerLine.object(bus.plan(), of: Plugin.pluginID)
      conversation.begin(bus, answers)
      answers.begin(with: handler)
    } catch {
      outbox.send(.refusal("\(error)"))
      conversation.end(.refused)
    }
  }

  private func context(_ start: PluginCommand.Start) -> PluginContext {
    PluginContext(folder: start.folder, base: start.base, version: start.appVersion) { [outbox] in outbox.log($0) }
  }
}
