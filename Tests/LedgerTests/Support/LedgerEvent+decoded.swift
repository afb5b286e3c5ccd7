import Lifebus

extension LedgerEvent {
  /// The event as the type that all of these tests use.
  func decoded() throws -> any DeliverableEvent {
    switch content {
    case .event(let event): event
    case .encoded(let decode): try decode(Custom.self)
    }
  }
}
