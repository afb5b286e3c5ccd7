/// How far the application, or one of its scenes, is in the foreground.
public enum Phase: String, Sendable, Codable, CaseIterable, Comparable {
  /// Not visible.
  case background
  /// Visible, without input.
  case inactive
  /// Visible, with input.
  case active

  /// Background is before inactive is before active.
  public static func < (left: Phase, right: Phase) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .background: 0
    case .inactive: 1
    case .active: 2
    }
  }
}

/// What a source reports of one scene; see ``LifecycleBus/report(_:scene:reason:id:)``.
public enum SceneReport: String, Sendable, Codable, CaseIterable {
  /// The scene is visible, with input.
  case active
  /// The scene is visible, without input.
  case inactive
  /// The scene is not visible.
  case background
  /// The scene is gone: it counts no more, and nothing is present in it. It may come again.
  case ended

  var phase: Phase? { Phase(rawValue: rawValue) }
}

/// Why a source reports a phase, where it matters.
public enum ReportReason: String, Sendable, Codable, CaseIterable {
  /// A rotation, a resize, a change of theme: this report and its return are ignored.
  case configurationChange
}

/// The phase of the application, over all its scenes, has changed.
///
/// Derived by the bus from the reports of sources; nobody can post it. Active if any scene is active, else inactive if any is
/// inactive, else background. A process begins in background; equal values are dropped; no steps are invented.
public struct PhaseChanged: DeliverableEvent, Codable {
  /// The name in timelines and JSON.
  public static var name: String { "phaseChanged" }

  /// The phase before.
  public let from: Phase

  /// The phase from now on.
  public let to: Phase

  /// True when the app becomes active for the first time in the process or since background.
  ///
  /// A notification shade or an alert (active, inactive, active) is none; launch and its first activation are one.
  public let isEntry: Bool

  /// The scene whose report changed the phase.
  public let scene: SceneID

  /// True when the app reaches background.
  public var isExit: Bool { to == .background }

  package init(from: Phase, to: Phase, isEntry: Bool, scene: SceneID) {
    self.from = from
    self.to = to
    self.isEntry = isEntry
    self.scene = scene
  }
}
