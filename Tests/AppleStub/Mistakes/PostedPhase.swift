// expect: requires that 'PhaseChanged' conform to 'LifecycleEvent'
import LifebusUI
import SwiftUI

struct Home: View {
  @Environment(\.lifecycleBus) private var bus
  let change: PhaseChanged

  var body: some View {
    Button("Again") { bus?.post(change) }
  }
}
