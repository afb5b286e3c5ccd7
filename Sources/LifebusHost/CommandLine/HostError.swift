/// Why the host cannot do what it was asked: one line for whoever started it.
struct HostError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
