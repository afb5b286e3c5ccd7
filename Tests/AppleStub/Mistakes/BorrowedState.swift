// expect: main actor-isolated property 'cache' can not be mutated from a nonisolated context
import LifebusUI
import SwiftUI

final class Cache {
  var entries: [String] = []
}

struct Feed: View {
  let cache = Cache()

  var body: some View {
    Text("Feed").firstTask("feed") {
      await Task.detached { cache.entries.append("article") }.value
    }
  }
}
