#if canImport(SwiftUI)
  public import Lifebus
  public import SwiftUI

  extension View {
    /// Says what a view is: the bus hears each time that it appears and goes, and that it appears for the first time.
    ///
    /// ```swift
    /// HomeView()
    ///   .appears(as: "home")
    ///   .onFirstAppear { await model.load() }
    /// ```
    ///
    /// Several views may be one scope: it appears with the first of them and goes with the last. A view that SwiftUI makes anew,
    /// with another identity, has not gone and does not appear for the first time again. A view in a window that the system opens
    /// in the background appears as well, though nobody sees it.
    ///
    /// - Parameter scope: The screen's name and, where a screen exists several times, its instance.
    /// - Returns: The view, for which `onFirstAppear(_:policy:perform:)` can be asked.
    public func appears(as scope: Scope) -> ModifiedContent<Self, AppearanceModifier> {
      modifier(AppearanceModifier(scope: scope))
    }
  }

  extension ModifiedContent where Modifier == AppearanceModifier {
    /// Does work once for the scope, from its first appearance on.
    ///
    /// The work is done in the bus's task: it is not cancelled when the view goes, not done again when the view is made anew, and
    /// not used up when it fails: then the next appearance does it again. It waits for the launch and, within a ``LaunchGate``,
    /// for the user for whom the view is shown. Of a view that was made anew meanwhile the newest work is done. Load into a model
    /// that outlives the view. `LifecycleBus.forget(_:)` has it done again, and so has another user's sign-in.
    ///
    /// - Parameters:
    ///   - name: Tells several works of a scope apart, where they are in different views.
    ///   - policy: How the work is treated: its timeout, its retries.
    ///   - work: What to do; an error that it throws is the delivery's outcome.
    /// - Returns: The view, for which more can be asked.
    @MainActor
    public func onFirstAppear(
      _ name: String? = nil, policy: Policy = Policy(), perform work: @escaping @MainActor @Sendable () async throws -> Void
    ) -> ModifiedContent {
      ModifiedContent(content: content, modifier: modifier.adding(work, name: name, policy: policy))
    }
  }

  /// Tells the bus of a view's appearances; see `appears(as:)`.
  public struct AppearanceModifier: ViewModifier {
    private let scope: Scope
    private var tasks: [FirstTask] = []

    init(scope: Scope) {
      self.scope = scope
    }

    /// Tells the bus when the content appears and goes.
    public func body(content: Content) -> some View {
      content.background { AppearanceMark(scope, asking: tasks) }
    }

    func adding(_ work: @escaping FirstTask.Work, name: String?, policy: Policy) -> AppearanceModifier {
      var modifier = self
      let name = name ?? (tasks.isEmpty ? nil : "\(tasks.count + 1)")
      modifier.tasks.append(FirstTask(scope, name: name, policy: policy, work: work))
      return modifier
    }
  }
#endif
