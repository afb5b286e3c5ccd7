internal import Lifebus

/// How the plugin's program is started, and started again.
extension ChildPlugin {
  /// Starts the program and hears what it wants.
  ///
  /// - Throws: Why the program cannot be started, or does not want to be.
  func start() async throws {
    while true {
      do {
        return try await launch()
      } catch let end as ChildEnded {
        guard let pause = budget.spend(at: program.now()) else { throw HostError("\(end); that was too often") }
        program.log("\(end), before it had said what it wants; it is started again")
        try await Task.sleep(for: pause)
      }
    }
  }

  func launch() async throws {
    let link = try program.start(on: thread) { [weak self, calls] link, event in
      switch event {
      case .line(let bytes): calls.take(bytes, from: link)
      case .talk(let text): calls.log(text)
      case .ended(let reason):
        // Before the call of the moment ends, which comes again.
        calls.suspend(link)
        calls.end(of: link, reason)
        Task { [weak self] in await self?.hasEnded(link, reason) }
      }
    }
    state = .starting(link)
    do {
      let answer = try await calls.answer(of: link, program.startLine, within: program.limits.answer)
      if let end = link.end { throw ChildEnded(end) }
      guard case .starting = state else { throw ChildEnded("it was stopped") }
      do { try adopt(answer, of: link) } catch { throw ChildRefusal("\(error)") }
    } catch {
      if case .starting = state { state = .down }
      link.kill()
      throw error
    }
    wakeWaiters()
    calls.resume(through: link)
  }

  /// Starts a program that was given up.
  func tryAgain() async {
    budget.renew()
    state = .down
    await restart()
  }

  private func hasEnded(_ link: ChildLink, _ reason: String) {
    guard case .up(let current) = state, current === link else { return }
    state = .down
    program.log(reason)
    restartLater(because: reason)
  }

  /// Starts the program after a pause, or gives it up.
  func restartLater(because reason: String) {
    guard let pause = budget.spend(at: program.now()) else {
      let limits = program.limits
      let window = limits.window.components.seconds
      return giveUp("its program ended \(limits.restarts + 1) times in \(window) s; the last time, \(reason)")
    }
    restarts += 1
    Task {
      try? await Task.sleep(for: pause)
      await restart()
    }
  }

  private func restart() async {
    guard case .down = state else { return }
    do {
      try await launch()
    } catch {
      hasFailed(error)
    }
  }

  /// The program could not be started again.
  func hasFailed(_ error: any Error) {
    guard case .down = state else { return }
    program.log("\(error)")
    if let refusal = error as? ChildRefusal { giveUp(refusal.description) } else { restartLater(because: "\(error)") }
  }

  private func giveUp(_ reason: String) {
    state = .givenUp
    program.log("it is quarantined: \(reason)")
    calls.bus?.quarantine(id, because: reason)
    wakeWaiters()
    // The first call after its release starts the program.
    calls.resume()
  }
}

/// A program has ended before it had said what it wants.
struct ChildEnded: Error, CustomStringConvertible {
  let description: String

  init(_ reason: String) { description = reason }
}

/// A program cannot work so, or wants what is not to be had: it is not started again.
struct ChildRefusal: Error, CustomStringConvertible {
  let description: String

  init(_ reason: String) { description = reason }
}
