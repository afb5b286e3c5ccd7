// expect: 'Loading'-isolated instance method 'load()' cannot be called from outside of the actor
import LifebusUI
import SwiftUI

@globalActor
actor Loading {
  static let shared = Loading()
}

@Loading
final class Store: Sendable {
  nonisolated init() {}
  func load() {}
}

struct Feed: View {
  let store = Store()

  var body: some View {
    Text("Feed").firstTask("feed") { store.load() }
  }
}
