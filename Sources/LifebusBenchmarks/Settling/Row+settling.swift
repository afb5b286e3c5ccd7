extension Row {
  /// P5: from the publishing of an event until the publisher knows that eight idle handlers are done.
  static let settling = [
    Row("P5", "publish and settle, 8 idle handlers", goal: .atLeast(2, then: 3), SettledPublish(), against: TaskGroupPeer())
  ]
}
