internal import LifebusSystem

/// Where events come from: a file, a named pipe, or standard input.
struct EventSource: Sendable {
  /// What errors call it.
  let name: String
  let descriptor: Descriptor

  /// Opens a path, or takes standard input for `-`.
  static func open(_ path: String, _ surroundings: Surroundings) throws(HostError) -> EventSource {
    guard path != "-" else { return EventSource(name: "standard input", descriptor: surroundings.input) }
    do throws(SystemError) {
      return EventSource(name: path, descriptor: try .open(reading: surroundings.whole(path)))
    } catch {
      throw HostError("the events '\(path)' cannot be read: \(error)")
    }
  }
}
