import LifebusUI
import SwiftUI

/// The right screen for whoever is in, and none before that is known.
struct RootView: View {
  let library: Library

  var body: some View {
    LaunchGate("session") { verdict in
      if case .open(let user) = verdict {
        MainView(user: user, library: library)
      } else {
        LoginView()
      }
    } splash: {
      ProgressView()
    } late: {
      Text("This takes longer than usual.")
    }
  }
}
