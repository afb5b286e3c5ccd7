import LifebusUI
import SwiftUI

/// A reader of articles: it shows the login or the main screen, loads what a screen needs once, is brought up to date each time
/// that somebody comes in, and writes down what happens.
@main
struct ReaderApp: App {
  private let library: Library
  private let bus: LifecycleBus

  init() {
    library = Library()
    bus = LifecycleBus()
    do {
      try Session().register(on: bus)
      try Sync(library).register(on: bus)
      try Analytics().register(on: bus)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  var body: some Scene {
    WindowGroup {
      RootView(library: library)
        .lifecycle(bus)
    }
  }
}
