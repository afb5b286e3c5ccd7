import LifebusHandlerText

@testable import Lifebus
@testable import LifebusTestKit

/// What the lines say of one process.
struct ProcessFold {
  enum Fact {
    case launch(Launch.Cause)
    case appear(Place)
    case disappear(Place)
    case report(SceneReport, String, isChange: Bool)
    case custom(CustomPost)
  }

  struct Post {
    var id: String?
    let fact: Fact
  }

  var isLaunched = false
  var isClosed = false
  var held: [Post] = []
  var ids: Set<String> = []
  var seen: Set<Scope> = []
  var present: Set<Place> = []
  var generations: [Scope: Int] = [:]
  var registered: Set<Int> = []
  /// Reserved handlers that have come.
  var came: Set<Int> = []
  /// Who is in, by gate.
  var identities: [String: String] = [:]
  /// The places of the launch and of the last change of phase among the events.
  var launch: Int?
  var lastChange: Int?
  // MARK: Phases
  var phase = Phase.background
  var scenes: [String: SceneReport] = [:]
  /// Scenes that change their configuration.
  var changing: Set<String> = []
  var isIn = false
  var session = 1
}

extension InputFold {
  /// Takes in what a scene reports.
  mutating func take(_ report: SceneReport, _ scene: String, isChange: Bool) {
    if isChange {
      if process.scenes[scene] == .active { process.changing.insert(scene) }
      return
    }
    if process.changing.contains(scene) {
      if report == .inactive { return }
      process.changing.remove(scene)
    }
    if report == .ended {
      process.scenes[scene] = nil
      process.present = process.present.filter { $0.scene.rawValue != scene }
    } else {
      process.scenes[scene] = report
    }
    let reports = Set(process.scenes.values)
    let phase: Phase = reports.contains(.active) ? .active : reports.contains(.inactive) ? .inactive : .background
    if phase != process.phase { change(to: phase, scene) }
  }

  private mutating func change(to phase: Phase, _ scene: String) {
    let isEntry = phase == .active && !process.isIn
    let isExit = phase == .background
    if isEntry {
      (process.isIn, process.session) = (true, process.session + 1)
      implied.entries += 1
    }
    if isExit { implied.exits += 1 }
    implied.phases.append("\(process.phase.rawValue)>\(phase.rawValue)")
    let change = Implied.Change(from: process.phase, to: phase, isEntry: isEntry, isExit: isExit, scene: scene)
    process.phase = phase
    process.lastChange = implied.events.count
    publish(
      Implied.Event(process: number, kind: .phaseChanged, text: "phaseChanged(\(phase.rawValue))", change: change))
    if isExit { (process.isIn, process.session) = (false, process.session + 1) }
  }
}
