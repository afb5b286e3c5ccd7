package import Lifebus

extension Phase {
  /// The phase of a window on a desktop: one that is hidden or in the dock is in the background, the others are in use when the
  /// application is.
  package init(ofWindowVisible isVisible: Bool, inActiveApplication isActive: Bool) {
    self = if !isVisible { .background } else if isActive { .active } else { .inactive }
  }
}
