internal import Lifebus
internal import Synchronization

/// The names of a bus's windows: `main` for one alone, `window-2` and so on for those beside it.
///
/// The name of a window that has ended is free again.
final class SceneNames: Sendable {
  private let taken = Mutex<Set<SceneID>>([])

  func take() -> SceneID {
    taken.withLock { taken in
      var number = 1
      while !taken.insert(Self.name(number)).inserted { number += 1 }
      return Self.name(number)
    }
  }

  func giveBack(_ name: SceneID) { taken.withLock { _ = $0.remove(name) } }

  private static func name(_ number: Int) -> SceneID { number == 1 ? .main : SceneID("window-\(number)") }
}
