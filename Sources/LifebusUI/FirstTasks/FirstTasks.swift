internal import Lifebus

/// The first tasks of one bus: a handler for each, so that a slow one keeps no other waiting.
///
/// The handlers are the bus's, not the views': a view that goes away cancels nothing, and one that comes anew finds what was
/// done. Once only is the bus's rule, too: a failure does not use it up, and ``LifecycleBus/forget(_:)`` ends it.
@MainActor
final class FirstTasks {
  /// The most handlers that stay registered without work: each is woken by every first task that is asked for.
  ///
  /// One that is registered again has still done what it has done.
  static let idleLimit = 32

  private struct Entry {
    let handler: FirstTaskHandler
    let registration: Registration
    var lastWanted = 0
  }

  private var entries: [HandlerID: Entry] = [:]
  private var wants = 0

  nonisolated init() {}

  /// Asks for a task, for whose view it is.
  ///
  /// - Throws: What the bus has against its policy.
  func want(_ task: FirstTask, for user: SeatedUser?, on bus: LifecycleBus) throws {
    var entry = try entries[task.handler] ?? register(task, on: bus)
    wants += 1
    entry.lastWanted = wants
    entries[task.handler] = entry
    let number = entry.handler.bring(task.work, for: user)
    let receipt = bus.post(FirstTaskWanted(handler: task.handler, asked: task.scope))
    Task { await settle(receipt, task.handler, entry.handler, number) }
    trim()
  }

  private func register(_ task: FirstTask, on bus: LifecycleBus) throws -> Entry {
    let handler = FirstTaskHandler()
    let id = task.handler
    let registration = try bus.register(id, owner: handler, policy: task.policy) { on in
      on(FirstTaskWanted.self, where: { $0.handler == id }, once: .perScope) { handler, _ in try await handler.run() }
    }
    return Entry(handler: handler, registration: registration)
  }

  /// What will not be called any more keeps nothing.
  private func settle(_ receipt: Receipt, _ id: HandlerID, _ handler: FirstTaskHandler, _ number: Int) async {
    let outcome = try? await receipt.settled()[id]
    if outcome?.isFinal ?? true { handler.letGo(number) }
  }

  private func trim() {
    let idle = entries.filter { !$0.value.handler.isWaiting }.sorted { $0.value.lastWanted < $1.value.lastWanted }
    for (id, entry) in idle.dropLast(Self.idleLimit) {
      entry.registration.unregister()
      entries[id] = nil
    }
  }
}
