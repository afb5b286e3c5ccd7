import LifebusUI
import SwiftUI

struct MainView: View {
  let user: Identity
  let library: Library

  var body: some View {
    TabView {
      HomeView(user: user, library: library)
        .appears(as: "home")
        .onFirstAppear { try await library.load(for: user) }
        .tabItem { Label("Home", systemImage: "house") }
      ProfileView(user: user)
        .appears(as: "profile")
        .tabItem { Label("Profile", systemImage: "person") }
      LifebusInspector()
        .tabItem { Label("Inspector", systemImage: "ladybug") }
    }
  }
}

struct HomeView: View {
  let user: Identity
  let library: Library

  var body: some View {
    List {
      ForEach(library.articles(of: user)) { Text($0.title) }
    }
  }
}

private struct ProfileView: View {
  @Environment(\.lifecycleBus) private var bus
  let user: Identity

  var body: some View {
    Button("Sign \(user.rawValue) out") { bus?.post(SignedOut()) }
  }
}
