internal import LifebusSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a host has of the process that it runs in.
struct Surroundings: Sendable {
  let environment: [String: String]
  /// The current folder.
  let folder: String
  let input: Descriptor
  let output: Descriptor
  let talk: Talk
  /// The signals that ask the host to stop.
  let signals: AsyncStream<Int32>

  /// Those of this process, whose signals are caught from now on.
  static func ofProcess() throws(SystemError) -> Surroundings {
    try Descriptor.openStandardOnes(outputIsWanted: false)
    return Surroundings(
      environment: ProcessInfo.processInfo.environment, folder: FileManager.default.currentDirectoryPath,
      input: .standardInput, output: .standardOutput, talk: Talk(to: .standardError), signals: try StopSignals.install())
  }

  /// Whether the output is for a terminal that shows colours, to whoever wants them.
  var colours: Colours {
    output.isTerminal && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb" ? .terminal : .none
  }

  /// A path from the root.
  func whole(_ path: String) -> String { path.hasPrefix("/") ? path : folder + "/" + path }

  /// The folder in which a file is, from the root.
  func folder(of path: String) -> String {
    let path = whole(path)
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
