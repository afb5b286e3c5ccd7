#if canImport(SwiftUI)
  /// Where an application is connected to its bus.
  public enum LifecycleActivation: Sendable {
    /// In an application that runs: in previews and tests nothing launches, appears or loads.
    case inApp
    /// Everywhere, for previews and tests that bring a bus of their own.
    case always

    static let isRehearsal = Surroundings.current.isRehearsal

    var applies: Bool { self == .always || !Self.isRehearsal }
  }
#endif
