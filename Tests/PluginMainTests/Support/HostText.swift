import LifebusJSON
import LifebusWire
import TestSupport

/// What a host says, as lines.
enum HostText {
  static func start(_ name: String, in folder: TemporaryFolder, options: String = "{}") -> String {
    let options = JSONObject(parsing: Array(options.utf8)) ?? JSONObject()
    return PluginCommand.start(
      .init(name: name, appVersion: "1.2", folder: folder["own"], base: folder.path, options: options)
    ).line
  }

  static func registered(_ committed: String? = nil) -> String { PluginCommand.registered(committed: committed).line }
  static func cancel(_ number: Int) -> String { PluginCommand.cancel(number).line }
  static let stop = PluginCommand.stop.line

  /// A delivery of an own event with a value; its number is its event's place in the log, too.
  static func deliver(_ number: Int, _ name: String, _ value: String = "", attempt: Int = 1) -> String {
    deliver(
      number, type: "custom.\(name)", data: "{\"attributes\":{\"value\":\(JSONLine.quoted(value))}}", attempt: attempt)
  }

  static func deliver(_ number: Int, type: String, data: String, attempt: Int = 1) -> String {
    """
    {"do":"deliver","delivery":\(number),"attempt":\(attempt),"key":"k/p/\(number)","event":{"specversion":"1.0","id":"\(number)",\
    "source":"lifebus","type":"dev.lifebus.\(type)","time":"2026-01-31T08:00:00.250Z","sequence":"\(number)","data":\(data)}}
    """
  }
}
