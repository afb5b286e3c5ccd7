public import Lifebus
internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs a plugin as a program of its own, which a host starts and talks with: `lifebus-host --plugins ./greeter`.
///
/// ```swift
/// await PluginMain.run(Greeter.self)
/// ```
///
/// The plugin is the same as a built-in one, and a crash of it hurts nobody else. Once, retries, barriers, timeouts and the ledger are
/// the host's; what it is told of them is what the plugin registers. What differs from a built-in plugin:
///
/// | what the plugin asks for | what it gets |
/// |---|---|
/// | `post`, `report` | the event goes to the host; the receipt says accepted, without a sequence number and outcomes |
/// | another's gate, its own gate before it gave a verdict, `snapshot`, `activity` | only what happens in this process |
/// | a clause with a `where` | all events of the kind are sent over; `keep: .latest` keeps every one of them |
/// | a once-only clause beside one with a `where` for the same events | an error at the start |
/// | a clause for an application's own type of event | an error at the start: `Custom` has its name and attributes |
/// | standard input, standard output | nothing to read; standard error, which goes to the host's log |
/// | SIGINT, SIGTERM | nothing: the host says when to stop |
public enum PluginMain {
  /// What a program exits with that is not used as it is meant (`EX_USAGE`).
  private static let usage: Int32 = 64

  /// Runs the plugin until the host has it stop, or is gone.
  ///
  /// Started by hand, the program says what it is, and exits with 64. It exits with 0 when the host is done with it, with 2 when
  /// the plugin cannot be set up or the host says what no host says, and with 7 when the host speaks another version.
  public static func run<Plugin: LifecyclePlugin>(_ plugin: Plugin.Type) async -> Never {
    guard getenv("LIFEBUS_PLUGIN") != nil, !Descriptor.standardInput.isTerminal else {
      say("\(plugin.pluginID) is a plugin of lifebus-host, and does nothing by itself: lifebus-host --plugins PATH")
      exit(usage)
    }
    do throws(SystemError) {
      exit(await PluginProgram(plugin, try ProgramStreams.take()).run().rawValue)
    } catch {
      say("\(plugin.pluginID) cannot talk with its host: \(error)")
      exit(ExitCode.badInput.rawValue)
    }
  }

  /// Writes a line for people.
  static func say(_ text: String) {
    try? Descriptor.standardError.write(Array("\(text)\n".utf8))
  }
}
