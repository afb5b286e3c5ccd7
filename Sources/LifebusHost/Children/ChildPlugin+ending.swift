internal import Lifebus
internal import LifebusWire

/// How the plugin's program is ended, and another one takes its place.
extension ChildPlugin {
  /// Has another program take the place of the one that runs, between two deliveries.
  ///
  /// - Throws: Why that cannot be, or why the other one does not start; then it is tried again as after a crash.
  func reload() async throws {
    switch state {
    case .up(let link): try await leave(link)
    case .down: break
    case .starting, .leaving: throw HostError("'\(id)' is being started already")
    case .givenUp: throw HostError("'\(id)' is quarantined, and starts when it is released: lifebus plugins --release \(id)")
    case .over: throw HostError("the host shuts down")
    }
    budget.renew()
    do { try await launch() } catch {
      hasFailed(error)
      throw error
    }
  }

  private func leave(_ link: ChildLink) async throws {
    state = .leaving(link)
    calls.suspend(link)
    await whenIdle()
    await end(link)
    guard case .leaving = state else { throw HostError("the host shuts down") }
    state = .down
  }

  /// Tells the program to end, and ends it if it does not.
  func stop() async {
    let before = state
    state = .over(link)
    wakeWaiters()
    switch before {
    case .up(let link), .leaving(let link): await end(link)
    case .starting(let link): link.kill()
    case .down, .givenUp, .over: break
    }
    state = .over(nil)
    program.leftovers.forget(id)
  }

  /// Ends the program at once, if it runs still: the host ends.
  func kill() {
    link?.kill()
    state = .over(nil)
  }

  private func end(_ link: ChildLink) async {
    link.send(PluginCommand.stop.line)
    link.closeInput()
    let alarm = Task { [limit = program.limits.end] in
      try await Task.sleep(for: limit)
      link.kill()
    }
    await link.untilEnd()
    alarm.cancel()
  }
}
