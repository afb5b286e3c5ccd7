internal import Lifebus
internal import LifebusSystem
internal import LifebusThreads

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One run of a host: its plugins start, events are read, the bus is shut down, and how it ended is told.
struct HostRun: Sendable {
  private let options: HostOptions
  private let plugins: [HostedPlugin]
  private let source: EventSource?
  private let recorder: Recorder?
  private let talk: Talk
  private let signals: AsyncStream<Int32>
  private let bus: LifecycleBus
  private let printer: Printer
  private let intake: Intake
  private let ledger: LedgerDesk
  private let clock: WallClock
  /// Handlers that block all of the shared pool keep nobody from hearing a signal.
  private let thread = ThreadExecutor(name: "lifebus-host")

  init(
    _ options: HostOptions, bus: LifecycleBus, ledger: LedgerDesk, plugins: [HostedPlugin], source: EventSource?,
    recorder: Recorder?, surroundings: Surroundings
  ) {
    self.options = options
    self.plugins = plugins
    self.source = source
    self.recorder = recorder
    talk = surroundings.talk
    signals = surroundings.signals
    self.bus = bus
    self.ledger = ledger
    clock = WallClock(of: bus)
    let format: any ActivityFormat =
      options.printsJSON
      ? JSONLines(clock: clock) : Timeline(handlers: plugins.map(\.id), colours: surroundings.colours)
    printer = Printer(to: surroundings.output, as: format)
    intake = Intake(bus, printer: printer, recorder: recorder)
  }

  /// Plays the run to its end.
  ///
  /// - Parameters:
  ///   - server: Serves clients once the plugins are registered; nil: nobody is served.
  ///   - known: The plugins that the host knows.
  /// - Returns: The exit code.
  func play(_ server: SocketServer?, known: [HandlerID]) async -> ExitCode {
    defer { thread.close() }
    let printing = printer.start(bus.activity)
    let recording = recorder?.start(bus.activity)
    let (ends, end) = AsyncStream<Int32?>.makeStream()
    let working = Task(executorPreference: thread) {
      defer { end.yield(nil) }
      return await work(server, known: known)
    }
    let watching = Task(executorPreference: thread) {
      for await signal in signals { end.yield(signal) }
    }
    let signal = await ends.first { _ in true } ?? nil
    watching.cancel()
    working.cancel()

    if recorder != nil { await Recorder.settle(bus) }
    let standing = bus.snapshot()
    let failure = signal == nil ? await working.value.failure : nil
    let plans = recorder == nil ? [] : bus.plan()
    let grace = grace(after: failure, standing)
    let report = await bus.shutdown(grace: grace)
    for plugin in plugins { await plugin.program?.kill() }
    await server?.stop()
    await printing.value
    await recording?.value
    let ending = Ending(
      work: await working.value, signal: signal, standing: standing, report: report, tally: await printer.tally,
      options: options)
    if options.ending == .whenIdle, failure == nil { await printer.finish(ending.summary) }
    await printer.close()
    for line in ending.messages { talk.say(line) }
    let recorded = record(
      Recorder.Ending(
        plans: plans, standing: standing, wasSignalled: signal != nil, grace: grace, leftovers: report.leftovers))
    return ExitCode.first(of: ending.codes.union(await outputCodes()).union(recorded))
  }

  /// Writes the recording, if there is to be one, and tells what it does not have.
  private func record(_ ending: Recorder.Ending) -> Set<ExitCode> {
    guard let recorder else { return [] }
    do throws(HostError) {
      for gap in try recorder.finish(ending) { talk.say("recording: \(gap)") }
      return []
    } catch {
      talk.say(error)
      return [.badInput]
    }
  }

  /// What is held stays so, because a bus that shuts down takes no verdict: only a call that runs is worth waiting for.
  private func grace(after failure: HostError?, _ standing: Snapshot) -> Duration {
    let isWorth = failure == nil && standing.handlers.contains { $0.state == .running || $0.state == .stuck }
    return isWorth ? options.grace : .zero
  }

  private func outputCodes() async -> Set<ExitCode> {
    guard let failure = await printer.failure, !failure.isClosedPipe else { return [] }
    talk.say("standard output cannot be written: \(failure)")
    return [.badInput]
  }
}

// MARK: The work

/// What a run did before it was shut down.
struct Work: Sendable {
  /// Why a plugin or the input was not to be had.
  var failure: HostError?
  var badLines = 0
  /// True if all events were read.
  var isComplete = false
  /// True if nothing could move any more.
  var isIdle = false
}

extension HostRun {
  /// Starts the plugins, reads the events, and waits for the end; returns early if it is cancelled.
  private func work(_ server: SocketServer?, known: [HandlerID]) async -> Work {
    var work = Work()
    do {
      try await start()
      serve(server, known: known)
      if let source { try await read(source, &work) }
      work.isComplete = !Task.isCancelled
      switch options.ending {
      case .whenIdle:
        try await bus.idle()
        work.isIdle = true
      case .whenTold: await cancellation()
      }
    } catch let error as HostError {
      if !Task.isCancelled { work.failure = error }
    } catch {
      // Cancelled by a signal.
    }
    return work
  }

  private func serve(_ server: SocketServer?, known: [HandlerID]) {
    guard let server else { return }
    server.start(
      Client.House(
        pid: Int(ProcessInfo.processInfo.processIdentifier), version: options.version, intake: intake, known: known,
        plugins: plugins, clock: clock,
        ledger: ledger, clients: { server.clients }))
    if options.ending == .whenTold { talk.say("listens at \(server.path)") }
  }

  /// Starts and registers the plugins, one after another.
  private func start() async throws {
    let heritage = Heritage(bus)
    for plugin in plugins {
      try Task.checkCancellation()
      do {
        try await plugin.start()
        try await plugin.register(bus)
      } catch {
        throw HostError("plugin '\(plugin.id)' cannot start: \(error)")
      }
    }
    for line in heritage.lines { talk.say(line) }
  }

  private func read(_ source: EventSource, _ work: inout Work) async throws {
    let thread = ThreadExecutor(name: "lifebus-events")
    defer { thread.close() }
    var feed = Feed(source, to: intake, talk: talk)
    defer { work.badLines = feed.badLines }
    do {
      try await withTaskExecutorPreference(thread) { try await feed.run() }
    } catch {
      throw HostError("\(source.name) cannot be read: \(error)")
    }
  }

  private func cancellation() async {
    let (never, _) = AsyncStream<Never>.makeStream()
    for await _ in never {}
  }
}
