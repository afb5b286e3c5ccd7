/// A name that is one for a program, a folder, a handler and a package alike.
struct PluginName {
  /// The longest name.
  private static let limit = 64
  /// What the package of a Swift plugin cannot be called.
  private static let taken = ["lifebus", "lifecycle"]

  let text: String

  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy(Self.isPlain) }
    guard isPlain, let first = text.utf8.first, first >= UInt8(ascii: "a"), text.utf8.count <= Self.limit else {
      throw UsageError(
        "'\(text)' is no name for a plugin: give lower-case letters, digits and single dashes, a letter first, at most \(Self.limit)"
      )
    }
    guard !Self.taken.contains(text) else { throw UsageError("'\(text)' is what Lifebus itself is called: give another name") }
    self.text = text
  }

  /// The name as types are called: `screen-counter` becomes `ScreenCounter`.
  var typeName: String { text.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }

  private static func isPlain(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
