import LifebusUI
import SwiftUI

struct LoginView: View {
  @Environment(\.lifecycleBus) private var bus

  var body: some View {
    Button("Sign in as Anna") { bus?.post(SignedIn(user: "anna")) }
      .appears(as: "login")
  }
}
