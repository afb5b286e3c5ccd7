extension Row {
  /// P12: what the seven others of eight handlers get done, whatever the eighth does.
  ///
  /// Beside one that falls behind they are even faster: what it still has to get is not freed while they are measured.
  static let isolation: [Row] =
    Trouble.allCases.filter { $0 != .none }.map { trouble in
      Row(
        "P12", "an event to 7 handlers beside one that \(trouble.rawValue)", goal: .atMost(1.1), Troubled(trouble),
        against: Troubled(nil))
    } + [
      Row(
        "P12", "an event to 7 handlers beside one that \(Trouble.failing.rawValue)", goal: .atMost(1.1), Troubled(.failing),
        against: Troubled(Trouble.none))
    ]
}
