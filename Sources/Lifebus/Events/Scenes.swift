/// The phases of all scenes and what is present in them: from reports to the application's phase (rules E4 and E5).
struct Scenes {
  private(set) var phase = Phase.background
  private(set) var entries = 0
  private(set) var exits = 0
  private var phases: [SceneID: Phase] = [:]
  private var present: [SceneID: Set<Scope>] = [:]
  /// Scenes that were active when they reported a configuration change: an `inactive` of theirs is a part of it.
  private var changing: Set<SceneID> = []
  private var hasEntered = false

  /// Takes a report in; returns the change of the application's phase that follows, if one does.
  mutating func report(_ report: SceneReport, scene: SceneID, reason: ReportReason?) -> PhaseChanged? {
    guard reason == nil else {
      if phases[scene] == .active { changing.insert(scene) }
      return nil
    }
    if changing.contains(scene) {
      guard report != .inactive else { return nil }
      changing.remove(scene)
    }
    phases[scene] = report.phase
    if report == .ended { present[scene] = nil }
    return change(to: phases.values.max() ?? .background, scene: scene)
  }

  private mutating func change(to new: Phase, scene: SceneID) -> PhaseChanged? {
    guard new != phase else { return nil }
    let isEntry = new == .active && !hasEntered
    if isEntry {
      hasEntered = true
      entries += 1
    }
    if new == .background {
      hasEntered = false
      exits += 1
    }
    defer { phase = new }
    return PhaseChanged(from: phase, to: new, isEntry: isEntry, scene: scene)
  }

  mutating func appear(_ place: Place) {
    present[place.scene, default: []].insert(place.scope)
  }

  /// False if it was not present there.
  mutating func disappear(_ place: Place) -> Bool {
    present[place.scene]?.remove(place.scope) != nil
  }
}
