#if canImport(SwiftUI)
  public import Lifebus
  public import SwiftUI

  extension View {
    /// Does work once for a scope, from the first appearance of the view on.
    ///
    /// ```swift
    /// FeedView().firstTask("feed") { try await model.load() }
    /// ```
    ///
    /// The same as `onFirstAppear(_:policy:perform:)`, for a view that is no scope of its own.
    ///
    /// - Parameters:
    ///   - scope: What the work is done once for.
    ///   - name: Tells several works of a scope apart.
    ///   - policy: How the work is treated: its timeout, its retries.
    ///   - work: What to do; an error that it throws is the delivery's outcome.
    /// - Returns: The view.
    public func firstTask(
      _ scope: Scope, name: String? = nil, policy: Policy = Policy(),
      _ work: @escaping @MainActor @Sendable () async throws -> Void
    ) -> some View {
      background { AppearanceMark(nil, asking: [FirstTask(scope, name: name, policy: policy, work: work)]) }
    }

    /// Does work for as long as the view is visible: begun each time that it appears, and cancelled when it goes.
    ///
    /// For what is of no use without the view, such as following a stream of prices; for all else there is
    /// `firstTask(_:name:policy:_:)`.
    ///
    /// - Parameters:
    ///   - priority: The task's priority.
    ///   - work: What to do.
    /// - Returns: The view.
    public func taskWhileVisible(
      priority: TaskPriority = .userInitiated, _ work: @escaping @MainActor @Sendable () async -> Void
    ) -> some View {
      task(priority: priority, work)
    }
  }
#endif
