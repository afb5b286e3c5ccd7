extension Row {
  /// P6: from the post of an event until the one handler, idle before, is called.
  static let wakeUp = [
    Row(
      "P6", "from post to the start of an idle handler", goal: .atMost(1.25, then: 0.5), PostWakeUp(), against: ConditionPeer()),
    Row("P6", "from post to the start of an idle handler", PostWakeUp(), against: TaskWakeUp()),
  ]
}
