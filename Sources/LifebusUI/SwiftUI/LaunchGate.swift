#if canImport(SwiftUI)
  public import Lifebus
  public import SwiftUI

  /// Shows a splash until a gate has its first verdict, and then the right screen, also after later sign-outs and sign-ins.
  ///
  /// ```swift
  /// LaunchGate("auth-gate") { verdict in
  ///   if case .open(let user) = verdict { MainView(user: user) } else { LoginView() }
  /// } splash: {
  ///   SplashView()
  /// } late: {
  ///   OfflineView()
  /// }
  /// ```
  ///
  /// No screen is shown that the verdict takes back at once, and nothing waits on the main actor. The content gets a verdict that
  /// is open or closed; it follows the gate also while it is hidden, as behind a full-screen cover. Each user's views are their
  /// own: those of the one who was in before go, with their state; what they have asked for and did not get is never done for the
  /// next; and scopes within appear for the first time again. First tasks within run behind the gate. A gate within another one's
  /// content, such as one for profiles, is each outer user's own: its first tasks run behind the inner gate, and not after their
  /// user has left the outer one. Without a bus above, as in a preview, the splash is shown.
  public struct LaunchGate<Content: View, Splash: View, Late: View>: View {
    @Environment(\.sceneLife) private var life
    @Environment(\.gateSeat) private var outer
    @State private var model = GateModel()
    private let id: HandlerID
    private let limit: Duration?
    private let content: (Verdict) -> Content
    private let splash: () -> Splash
    private let late: () -> Late

    /// Creates a gate's screens.
    ///
    /// - Parameters:
    ///   - id: The gate's name, which is its owner's.
    ///   - limit: How long the splash may stay; nil: as long as the gate's own limit lets it.
    ///   - content: What is shown for a verdict, which is open or closed.
    ///   - splash: What is shown before the first verdict.
    ///   - late: What is shown while there is no verdict within the limit; one that comes after all is followed.
    public init(
      _ id: HandlerID, limit: Duration? = nil, @ViewBuilder content: @escaping (Verdict) -> Content,
      @ViewBuilder splash: @escaping () -> Splash, @ViewBuilder late: @escaping () -> Late
    ) {
      self.id = id
      self.limit = limit
      self.content = content
      self.splash = splash
      self.late = late
    }

    /// The screen that the verdict asks for.
    public var body: some View {
      let screen = model.screen(of: life?.bus.gate(id))
      // A stack, as what follows is of the one view, whichever screen is in it.
      ZStack {
        switch screen {
        case .splash: splash()
        case .late: late()
        case .content(let verdict): content(verdict)
        }
      }
      .environment(\.gateSeat, screen.seat(behind: id, within: outer))
      .id(screen.viewKey)
      .onChange(of: id, initial: true) {
        if let bus = SceneLife.found(life)?.bus { model.follow(bus.gate(id), limit: limit) }
      }
    }
  }
#endif
