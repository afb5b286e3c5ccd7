// expect: missing argument for parameter 'late' in call
import LifebusUI
import SwiftUI

struct Root: View {
  var body: some View {
    LaunchGate("auth") { _ in
      Text("Main")
    } splash: {
      Text("Splash")
    }
  }
}
