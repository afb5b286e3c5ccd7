extension Row {
  /// G1 to G3: a delivery costs the same, however much there is of what is around it; somebody who looks costs what that costs.
  static let growth: [Row] =
    Growth.allCases.map { growth in
      Row(
        "G1", "a delivery, \(growth.rawValue)", goal: growth == .readers ? nil : .atMost(1.5), GrownDelivery(growth),
        against: GrownDelivery(nil))
    } + [
      Row(
        "G2", "a scope that appears first, for a once-only clause", goal: .atMost(1.5),
        ScopedAppearances("1 000 000 scopes and once-keys", known: 1_000_000), against: ScopedAppearances("a new bus")),
      Row(
        "G2", "a scope that appears first, for a once-only clause", goal: .atMost(2),
        ScopedAppearances("names of 64 bytes", prefix: String(repeating: "screen/", count: 8)),
        against: ScopedAppearances("names of 6 bytes")),
      Row(
        "G3", "an event to 8 handlers, bodies that suspend", goal: .atMost(1.5), SuspendingDelivery(), against: SuspendingPeer()
      ),
    ]
}
