internal import Lifebus
internal import Synchronization

/// The names of a bus's open windows: each one's own, or else `main` for one alone, `window-2` and so on for those beside it.
///
/// The name of a window that has ended is free again.
final class SceneNames: Sendable {
  private let names = Mutex<Set<SceneID>>([])

  /// The names of all windows that are open.
  var taken: Set<SceneID> { names.withLock { $0 } }

  /// Takes the name of a window that opens: its own, or the first that is free.
  func take(_ own: SceneID?) -> SceneID {
    names.withLock { names in
      let name = own ?? Self.firstFree(in: names)
      names.insert(name)
      return name
    }
  }

  func giveBack(_ name: SceneID) { names.withLock { _ = $0.remove(name) } }

  private static func firstFree(in names: Set<SceneID>) -> SceneID {
    var name = SceneID.main
    var number = 1
    while names.contains(name) {
      number += 1
      name = SceneID("window-\(number)")
    }
    return name
  }
}
