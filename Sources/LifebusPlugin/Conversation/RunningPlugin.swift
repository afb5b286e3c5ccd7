internal import Lifebus
internal import LifebusWire

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A plugin that is registered, as the host's lines reach it.
struct RunningPlugin: Sendable {
  let bus: LifecycleBus
  private let answers: Answers
  /// The calendar's time when the bus's clock stood at zero, in milliseconds since 1970.
  private let start: Int

  init(bus: LifecycleBus, answers: Answers) {
    self.bus = bus
    self.answers = answers
    start = Int(Date().timeIntervalSince1970 * 1_000) - Int(bus.now / .milliseconds(1))
  }

  func setCommitted(_ text: String?) {
    bus.setCommitted(text.flatMap(CommittedText.value(of:)))
  }

  /// Has the handler called; the answer comes when the call is over.
  func deliver(_ line: PluginCommand.Delivery) throws(WireError) {
    let received = try DeliveredEvent(line.event)
    var delivery = RelayedDelivery(
      received.event, sequence: received.sequence, id: received.id, key: line.key, attempt: line.attempt)
    delivery.time = received.milliseconds.map { .milliseconds($0 - start) } ?? bus.now
    delivery.cause = received.cause
    delivery.isReplayed = line.isReplayed
    delivery.isFromEarlierProcess = line.isFromEarlierProcess
    guard answers.expect(line.number, of: received.sequence) else { throw .malformed("a delivery before another was answered") }
    if !bus.relay(delivery) { answers.passUnwanted() }
  }

  /// Cancels the call for a delivery, if it is not over.
  func cancel(_ number: Int) {
    if answers.awaited == number { bus.cancelRelayed() }
  }
}
