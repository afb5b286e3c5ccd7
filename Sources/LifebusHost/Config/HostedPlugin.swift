internal import Lifebus

/// A plugin that a host has, in its own process or as a program.
struct HostedPlugin: Sendable {
  let id: HandlerID
  let start: @Sendable () async throws -> Void
  let register: @Sendable (LifecycleBus) async throws -> Void
  /// The plugin's program, if it is one.
  let program: ChildPlugin?

  /// A plugin in the host's own process.
  init(_ plugin: any LifecyclePlugin) {
    id = plugin.id
    start = { try await plugin.start() }
    register = { bus in try plugin.register(on: bus) }
    program = nil
  }

  init(_ plugin: ChildPlugin) {
    id = plugin.id
    start = { try await plugin.start() }
    register = { bus in try await plugin.register(on: bus) }
    program = plugin
  }
}
