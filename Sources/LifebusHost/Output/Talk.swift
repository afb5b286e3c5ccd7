internal import LifebusSystem

/// Where a host tells people what they should know: lines on standard error.
struct Talk: Sendable {
  private let descriptor: Descriptor

  init(to descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// Writes one line, in one piece; that nobody reads it is no error.
  func say(_ text: some CustomStringConvertible, from name: String = "lifebus-host") {
    try? descriptor.write(Array("\(name): \(visible(text.description))\n".utf8))
  }

  /// Writes several lines as they are.
  func show(_ text: String) {
    try? descriptor.write(Array(text.utf8))
  }
}
