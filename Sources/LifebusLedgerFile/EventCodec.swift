package import Lifebus

/// How events become texts, and are read again.
package protocol EventCodec: Sendable {
  func encode(_ event: any DeliverableEvent) throws(SQLiteLedgerError) -> String

  func decode(_ text: String, as type: any DeliverableEvent.Type) throws(SQLiteLedgerError) -> any DeliverableEvent
}
