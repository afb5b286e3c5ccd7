public import Lifebus
internal import LifebusLedgerFile
internal import LifebusSQLite
internal import LifebusShell
internal import LifebusSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Hosts plugins: a program that sets them up from its command line and a configuration, and delivers events to them.
///
/// ```swift
/// await PluginHost.main(plugins: [MyPlugin.self])
/// ```
///
/// The way of a run: the options are read and checked, the state folder is locked, the plugins are created; then a run starts
/// them, reads events, and shuts the bus down.
public struct PluginHost: Sendable {
  let catalog: PluginCatalog
  let surroundings: Surroundings
  var example: ExampleFiles?

  /// Runs a host as the whole program, with the arguments that the program was given, and exits with its code.
  ///
  /// `--help` prints what the arguments and the exit codes mean. SIGTERM and SIGINT shut the host down with a grace; a second
  /// one ends it at once. All files that the program makes are for its user only.
  ///
  /// - Parameters:
  ///   - plugins: The plugins from which the command line chooses.
  ///   - example: What `--example` runs, with all plugins; nil: there is no such option.
  public static func main(plugins: [any LifecyclePlugin.Type], example: ExampleFiles? = nil) async -> Never {
    umask(0o077)
    if CommandLine.arguments.dropFirst().first == "shell" { Verbs.main(from: 2, .own(LedgerFiles())) }
    let code: ExitCode
    do {
      let host = PluginHost(catalog: PluginCatalog(plugins), surroundings: try .ofProcess(), example: example)
      code = await host.run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      Talk(to: .standardError).say("signals cannot be caught: \(error)")
      code = .badInput
    }
    exit(code.rawValue)
  }

  /// Runs a host to its end.
  func run(_ arguments: [String]) async -> ExitCode {
    if let example, arguments.first == "--example" { return await run(example, Array(arguments.dropFirst())) }
    let usage = Usage.text(plugins: catalog.names, hasExample: example != nil)
    guard !arguments.contains("--help") else { return print(usage) }
    guard !arguments.isEmpty else {
      surroundings.talk.show(usage)
      return .badInput
    }
    do throws(HostError) {
      let options = try HostOptions.parse(arguments)
      try catalog.check(options.plugins.map(PluginChoice.init))
      let configuration = try configuration(options)
      let source = try options.events.map { path throws(HostError) in try EventSource.open(path, surroundings) }
      let state = try StateFolder.open(statePath(options))
      defer { state.close() }
      let ledger = WatchedLedger(SQLiteLedger(at: state.ledger))
      let bus = try Self.bus(options, configuration, ledger)
      let desk = LedgerDesk(LedgerFolder(state.ledger)) { HostedLedger(bus: bus, ledger: ledger) }
      let server = try server(options, configuration, state)
      let plugins = try create(options, configuration, state, bus)
      let recorder = try options.record.map { path throws(HostError) in Recorder(try .open(path, surroundings)) }
      let run = HostRun(
        options, bus: bus, ledger: desk, plugins: plugins, source: source, recorder: recorder, surroundings: surroundings)
      return await run.play(server, known: catalog.names)
    } catch {
      surroundings.talk.say(error)
      return .badInput
    }
  }

  /// Runs the example in a new folder, which is left for whoever wants to look.
  private func run(_ example: ExampleFiles, _ further: [String]) async -> ExitCode {
    do throws(HostError) {
      let folder = try example.write()
      let plugins = catalog.names.map(\.rawValue).joined(separator: ",")
      let code = await run(example.arguments(in: folder, plugins: plugins) + further)
      surroundings.talk.say("the example's files are in \(folder)")
      return code
    } catch {
      surroundings.talk.say(error)
      return .badInput
    }
  }

  private func print(_ text: String) -> ExitCode {
    do throws(SystemError) {
      try surroundings.output.write(Array(text.utf8))
      return .done
    } catch {
      return error.isClosedPipe ? .done : .badInput
    }
  }

  private func configuration(_ options: HostOptions) throws(HostError) -> Configuration {
    guard let path = options.config else { return try .empty(catalog) }
    return try .read(surroundings.whole(path), catalog)
  }

  private func statePath(_ options: HostOptions) throws(HostError) -> String {
    try StateFolder.path(options.state, environment: surroundings.environment, base: surroundings.folder)
  }

  private static func bus(
    _ options: HostOptions, _ configuration: Configuration, _ ledger: WatchedLedger
  ) throws(HostError) -> LifecycleBus {
    var limits = Limits()
    limits.heldBeforeLaunch = configuration.limits.heldBeforeLaunch
    // What a gate held for long is released faster than it can be printed.
    limits.activityBuffer = 1_000_000
    do {
      return try LifecycleBus(ledger: ledger, version: options.version, limits: limits)
    } catch {
      throw HostError("\(error)")
    }
  }

  /// Clients can connect from now on, and are served when the plugins are there.
  private func server(
    _ options: HostOptions, _ configuration: Configuration, _ state: StateFolder
  ) throws(HostError) -> SocketServer? {
    do throws(HostError) {
      let path = options.socket.map { surroundings.whole($0) } ?? StatePlace.socket(in: state.path)
      return try SocketServer(try HostSocket.open(path), limits: configuration.limits)
    } catch {
      // A run that ends by itself does its work without anybody who asks.
      guard options.socket == nil, options.ending == .whenIdle else { throw error }
      surroundings.talk.say(error)
      return nil
    }
  }

  private func create(
    _ options: HostOptions, _ configuration: Configuration, _ state: StateFolder, _ bus: LifecycleBus
  ) throws(HostError) -> [HostedPlugin] {
    let leftovers = LeftoverChildren(in: state.children)
    for name in leftovers.names where leftovers.end(name) {
      surroundings.talk.say("a program that a killed host had left was ended", from: name.rawValue)
    }
    let tokens = HostedTokens()
    var plugins: [HostedPlugin] = []
    for choice in options.isSafe ? [] : options.plugins.map(PluginChoice.init) {
      switch choice {
      case .known(let name):
        guard let setup = configuration.setup(of: name) else { continue }
        let plugin = try setup.create(context(of: name, options, state, tokens))
        tokens.add(plugin)
        plugins.append(HostedPlugin(plugin))
      case .program(let name, let path):
        let program = ChildProgram(
          name: name, path: surroundings.whole(path), options: try configuration.options(ofProgram: name),
          context: context(of: name, options, state), limits: configuration.limits.children,
          environment: surroundings.environment, leftovers: leftovers,
          clock: WallClock(of: bus)
        ) { bus.now }
        plugins.append(HostedPlugin(try ChildPlugin(program)))
      }
    }
    return plugins
  }

  private func context(
    of name: HandlerID, _ options: HostOptions, _ state: StateFolder, _ tokens: HostedTokens? = nil
  ) -> PluginContext {
    let base = options.config.map { surroundings.folder(of: $0) } ?? surroundings.folder
    let talk = surroundings.talk
    return PluginContext(folder: state.folder(of: name), base: base, version: options.version, tokens: tokens) { line in
      talk.say(line, from: name.rawValue)
    }
  }
}
