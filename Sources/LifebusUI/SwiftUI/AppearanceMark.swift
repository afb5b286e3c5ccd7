#if canImport(SwiftUI)
  internal import Lifebus
  internal import SwiftUI

  /// An empty view behind another one, which appears and goes with it, and tells the bus so.
  ///
  /// What looks like one view may be several to SwiftUI, such as the one of two that a condition asks for: each has a mark of its own,
  /// so that one that takes another's place is a second view of the scope, and the scope does not go with the first.
  struct AppearanceMark: View {
    @Environment(\.sceneLife) private var life
    @Environment(\.gateSeat) private var seat
    @State private var view = ViewIdentity()
    private let scope: Scope?
    private let tasks: [FirstTask]

    /// What a view is and asks for: while it stays the view, either may become another.
    private struct Subject: Equatable {
      let scope: Scope?
      let asked: [Scope]
      let names: [String?]
    }

    /// Creates a mark.
    ///
    /// - Parameters:
    ///   - scope: What the view is; nil for one that only asks.
    ///   - tasks: What it asks for.
    init(_ scope: Scope?, asking tasks: [FirstTask]) {
      self.scope = scope
      self.tasks = tasks
    }

    var body: some View {
      Color.clear
        .onAppear { SceneLife.found(life)?.appear(view, as: scope, asking: tasks, for: seat) }
        .onDisappear { life?.disappear(view) }
        .onChange(of: Subject(scope: scope, asked: tasks.map(\.scope), names: tasks.map(\.name))) {
          life?.change(view, to: scope, asking: tasks, for: seat)
        }
    }
  }
#endif
