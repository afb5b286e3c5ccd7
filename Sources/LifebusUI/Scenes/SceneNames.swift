internal import Lifebus
internal import Synchronization

/// The names of a bus's open windows: each one's own, or else `main` for one alone, `window-2` and so on for those beside it.
///
/// No two have the same: beside an `editor` another one, of the same group of windows, is `editor-2`. The name of a window that has
/// ended is free again.
final class SceneNames: Sendable {
  private let names = Mutex<Set<SceneID>>([])

  /// The names of all windows that are open.
  var taken: Set<SceneID> { names.withLock { $0 } }

  /// Takes a name for a window that opens: its own, if it has one, or the first after it that is free.
  func take(_ own: SceneID?) -> SceneID {
    names.withLock { names in
      let name = Self.firstFree(from: own ?? .main, numbered: own?.rawValue ?? "window", in: names)
      names.insert(name)
      return name
    }
  }

  func giveBack(_ name: SceneID) { names.withLock { _ = $0.remove(name) } }

  private static func firstFree(from first: SceneID, numbered word: String, in names: Set<SceneID>) -> SceneID {
    var name = first
    var number = 1
    while names.contains(name) {
      number += 1
      name = SceneID("\(word)-\(number)")
    }
    return name
  }
}
