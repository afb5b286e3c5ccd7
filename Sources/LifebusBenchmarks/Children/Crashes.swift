import Dispatch
import Foundation
import LifebusJSON

/// The crashes of a plugin that is killed at the first call for each event.
struct Crashes {
  /// The file in the plugin's folder that has a line of nanoseconds for each time that it was away.
  static let absences = "absences"

  private let folder: URL

  init(in folder: String) { self.folder = URL(filePath: folder) }

  /// Ends this process at a first call; at a second one writes down how long ago that was.
  func take(_ line: [UInt8]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (end, now) = (folder.appending(path: "end"), DispatchTime.now().uptimeNanoseconds)
    if JSONObject(parsing: line)?["attempt"] == .number("1") {
      try "\(now)".write(to: end, atomically: false, encoding: .utf8)
      kill(getpid(), SIGKILL)
    } else if let before = UInt64(try String(contentsOf: end, encoding: .utf8)) {
      let all = (try? String(contentsOf: folder.appending(path: Self.absences), encoding: .utf8)) ?? ""
      try "\(all)\(now - before)\n".write(to: folder.appending(path: Self.absences), atomically: false, encoding: .utf8)
    }
  }
}
