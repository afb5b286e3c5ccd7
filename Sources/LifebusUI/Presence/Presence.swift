internal import Lifebus

/// Which views are on the screen of one window, and so which scopes are present there.
///
/// A scope appears with the first of its views and goes with the last: a view that is rebuilt, whose new identity may appear
/// before the old one goes, is neither. A view that goes without a word counts until it is freed.
@MainActor
final class Presence {
  private struct Shown {
    weak var view: ViewIdentity?
    let place: Place
  }

  private let bus: LifecycleBus
  private var shown: [Shown] = []

  init(bus: LifecycleBus) {
    self.bus = bus
  }

  /// A view is on the screen; one that was told of already, as the same, changes nothing.
  func appear(_ view: ViewIdentity, at place: Place) {
    guard !shown.contains(where: { $0.view === view && $0.place == place }) else { return }
    disappear(view)
    let isPresent = isPresent(place)
    shown.append(Shown(view: view, place: place))
    if !isPresent { bus.post(Appear(place.scope, scene: place.scene)) }
  }

  /// A view is not on the screen any more.
  func disappear(_ view: ViewIdentity) {
    let gone = shown.filter { $0.view == nil || $0.view === view }
    shown.removeAll { $0.view == nil || $0.view === view }
    for place in Set(gone.map(\.place)) where !isPresent(place) { bus.post(Disappear(place.scope, scene: place.scene)) }
  }

  /// The window has ended, and with it the presence of all.
  func clear() { shown = [] }

  private func isPresent(_ place: Place) -> Bool { shown.contains { $0.place == place } }
}
