internal import LifebusWire

/// What a delivery has beside its event.
struct TrialCall {
  var attempt = 1
  var isReplayed = false
  var isFromEarlierProcess = false
  /// True if the host has it end at once.
  var isCancelled = false

  func delivery(of event: TrialEvent, number: Int, to name: String, within timeout: Int?) -> PluginCommand.Delivery {
    var delivery = PluginCommand.Delivery(
      number: number, attempt: attempt, key: "trial/\(name)/\(number)", event: event.object(sequence: number))
    delivery.timeoutMilliseconds = timeout
    delivery.isReplayed = isReplayed
    delivery.isFromEarlierProcess = isFromEarlierProcess
    return delivery
  }
}
