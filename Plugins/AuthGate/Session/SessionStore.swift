/// Where the session is kept; the place of a keychain on the systems that have one.
///
/// Each call may wait for a disk, and changes all or nothing.
package protocol SessionStore: Sendable {
  /// What it is called in messages.
  var name: String { get }

  /// Reads what it holds.
  func read() -> SessionContent

  /// Puts new bytes in the place of old ones, synchronised: when this returns they outlive a loss of power.
  ///
  /// - Returns: False if the store holds something else than the old bytes; then nothing is changed.
  /// - Throws: ``StoreTrouble`` if it cannot be written, or could not be read back; the old bytes are there still.
  func replace(_ old: [UInt8], with new: [UInt8]) throws(StoreTrouble) -> Bool

  /// Removes what it holds, synchronised; nothing happens if that is nothing.
  func remove() throws(StoreTrouble)
}

/// What was found in a store.
package enum SessionContent {
  /// Nothing is there.
  case absent
  /// Bytes; private if nobody but their owner can read or write them.
  case bytes([UInt8], isPrivate: Bool)
  /// Something that gave no content, for the reason that the text gives.
  case unreadable(String)
}

/// Why a store cannot be written.
package struct StoreTrouble: Error {
  package let reason: String

  package init(reason: String) {
    self.reason = reason
  }
}
