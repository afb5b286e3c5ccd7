internal import Lifebus
internal import LifebusLedgerFile

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Events as JSON, by their own `Codable`.
struct JSONCodec: EventCodec {
  private let encoder = JSONEncoder()

  init() { encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] }

  func encode(_ event: any DeliverableEvent) throws(SQLiteLedgerError) -> String {
    guard let encodable = event as? any Encodable else { throw notCodable(type(of: event), "Encodable") }
    do {
      return String(decoding: try encoder.encode(encodable), as: UTF8.self)
    } catch {
      throw SQLiteLedgerError(.notCodable, "an event of the type '\(type(of: event))' cannot be encoded: \(error)")
    }
  }

  func decode(_ text: String, as type: any DeliverableEvent.Type) throws(SQLiteLedgerError) -> any DeliverableEvent {
    guard let decodable = type as? any (DeliverableEvent & Decodable).Type else { throw notCodable(type, "Decodable") }
    do {
      return try JSONDecoder().decode(decodable, from: Data(text.utf8))
    } catch {
      throw SQLiteLedgerError(.notCodable, "what is stored cannot be decoded as '\(type)': \(error)")
    }
  }

  private func notCodable(_ type: any DeliverableEvent.Type, _ what: String) -> SQLiteLedgerError {
    SQLiteLedgerError(
      .notCodable, "the type '\(type)' is not \(what): a durable handler's events must be Codable; make it so")
  }
}
