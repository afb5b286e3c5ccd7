internal import Lifebus

/// Which views are on the screen of one window, and so which scopes are present there.
///
/// A scope appears with the first of its views and goes with the last: a view that is rebuilt, whose new identity may appear
/// before the old one goes, is neither. A view that goes without a word counts until it is freed. Another user's view takes a
/// scope's place: theirs appears, whether the others have gone already or not.
@MainActor
final class Presence {
  private struct Shown {
    weak var view: ViewIdentity?
    /// What it is; nil for a view that is no scope of its own.
    let place: Place?
    let seat: GateSeat?
  }

  private let bus: LifecycleBus
  private var shown: [Shown] = []

  init(bus: LifecycleBus) {
    self.bus = bus
  }

  /// True while the view is on the screen.
  func has(_ view: ViewIdentity) -> Bool { shown.contains { $0.view === view } }

  /// A view is on the screen; one that was told of already, as the same, changes nothing.
  func appear(_ view: ViewIdentity, at place: Place?, for seat: GateSeat?) {
    guard !shown.contains(where: { $0.view === view && $0.place == place && $0.seat == seat }) else { return }
    remove { $0.view === view || place != nil && $0.place == place && $0.seat?.isTaken(by: seat) == true }
    let isPresent = isPresent(place)
    shown.append(Shown(view: view, place: place, seat: seat))
    if let place, !isPresent { bus.post(Appear(place.scope, scene: place.scene)) }
  }

  /// A view is not on the screen any more.
  func disappear(_ view: ViewIdentity) { remove { $0.view === view } }

  /// The window has ended, and with it the presence of all.
  func clear() { shown = [] }

  /// Removes views, also those that have been freed; what has none left goes away.
  private func remove(where isGone: (Shown) -> Bool) {
    let gone = shown.filter { $0.view == nil || isGone($0) }
    shown.removeAll { $0.view == nil || isGone($0) }
    for place in Set(gone.compactMap(\.place)) where !isPresent(place) {
      bus.post(Disappear(place.scope, scene: place.scene))
    }
  }

  private func isPresent(_ place: Place?) -> Bool { shown.contains { $0.place == place } }
}
