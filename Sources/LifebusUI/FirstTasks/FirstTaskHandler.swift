internal import Lifebus

/// Does the work of one first task: the newest that a view has brought.
///
/// A work that waits, of a view that is gone, is never done in place of that of the view that is there. It is let go when it is
/// done, and when the bus has no call left for it.
@MainActor
final class FirstTaskHandler {
  private struct Brought {
    let work: FirstTask.Work
    let user: SeatedUser?
  }

  private var brought: Brought?
  private var count = 0

  /// True while it keeps a work, and with it whatever that has captured.
  var isWaiting: Bool { brought != nil }

  /// Takes the newest work in, for whose view it is, and returns its number.
  func bring(_ work: @escaping FirstTask.Work, for user: SeatedUser?) -> Int {
    brought = Brought(work: work, user: user)
    count += 1
    return count
  }

  /// Does the work; one that fails is kept for another attempt.
  ///
  /// - Throws: What the work throws; `CancellationError` if there is none any more, which uses nothing up.
  func run() async throws {
    guard let brought else { throw CancellationError() }
    let number = count
    try brought.user?.check()
    try await brought.work()
    letGo(number)
  }

  /// Lets the work go that has this number, unless a newer one has taken its place.
  func letGo(_ number: Int) {
    if number == count { brought = nil }
  }
}
