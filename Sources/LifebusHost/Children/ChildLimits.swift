internal import LifebusWire

/// How often programs of plugins may end by themselves, and how long they may take for what they are told.
struct ChildLimits: Equatable, Sendable {
  /// Ends within the window (5); one more, and the plugin is quarantined.
  var restarts = 5
  /// The window (60 s).
  var window = Duration.seconds(60)
  /// The pause before the first new start (100 ms); each further one is twice as long, up to the last (10 s).
  var firstPause = Duration.milliseconds(100)
  var lastPause = Duration.seconds(10)
  /// How long a program may take to answer `start`.
  var answer = PluginSurroundings.answerLimit
  /// How long it may take to end when it is told to.
  var end = PluginSurroundings.endLimit
}
