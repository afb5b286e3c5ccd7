internal import Lifebus
internal import LifebusSystem

/// What the command line asks for.
struct HostOptions: Equatable, Sendable {
  /// When the host ends by itself.
  enum Ending: Equatable, Sendable {
    /// Never: a signal ends it.
    case whenTold
    /// When all events are read and nothing can move any more.
    case whenIdle
  }

  var plugins: [HandlerID] = []
  /// True: no plugin is started, so that what keeps them from starting can be looked at and mended.
  var isSafe = false
  var config: String?
  var state: String?
  var socket: String?
  var events: String?
  var ending = Ending.whenTold
  var allowsHeld = false
  var version = "1"
  var grace = Duration.seconds(5)
  var printsJSON = false
  /// The file that the run is recorded in.
  var record: String?

  /// Reads the arguments, without the program's name.
  static func parse(_ arguments: [String]) throws(HostError) -> HostOptions {
    var options = HostOptions()
    var reader = ArgumentReader(arguments)
    while let name = try reader.nextOption() { try options.set(name, &reader) }
    try options.check()
    return options
  }

  private mutating func set(_ name: String, _ reader: inout ArgumentReader) throws(HostError) {
    switch name {
    case "--plugins": plugins = try Self.pluginList(try reader.value())
    case "--safe-mode":
      try reader.noValue()
      isSafe = true
    case "--config": config = try reader.value()
    case "--state": state = try reader.value()
    case "--socket": socket = try reader.value()
    case "--events": events = try reader.value()
    case "--record": record = try reader.value()
    case "--app-version": version = try reader.value()
    case "--grace": grace = try Self.duration(try reader.value())
    case "--until-idle":
      try reader.noValue()
      ending = .whenIdle
    case "--allow-held":
      try reader.noValue()
      allowsHeld = true
    case "--json":
      try reader.noValue()
      printsJSON = true
    default: throw HostError("option '\(name)' is unknown; known are \(Usage.optionNames.joined(separator: ", "))")
    }
  }

  private func check() throws(HostError) {
    guard isSafe || !plugins.isEmpty else { throw HostError("--plugins is missing: name at least one plugin") }
    guard ending == .whenTold || events != nil else {
      throw HostError("--until-idle needs --events: a file, or - for standard input")
    }
    guard !allowsHeld || ending == .whenIdle else { throw HostError("--allow-held needs --until-idle") }
  }

  private static func pluginList(_ text: String) throws(HostError) -> [HandlerID] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map { HandlerID(String($0)) }
    guard !names.contains("") else { throw HostError("--plugins '\(text)' has an empty name: give names with commas between") }
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw HostError("--plugins names '\(twice)' twice")
    }
    return names
  }

  /// Reads `5s`, `500ms` or `2m`.
  static func duration(_ text: String) throws(HostError) -> Duration {
    guard let duration = Duration(brief: text) else {
      throw HostError("--grace '\(text)' is no time: give 500ms, 5s or 2m, at most a day")
    }
    return duration
  }
}

/// Takes arguments one after another: `--name`, `--name VALUE` or `--name=VALUE`.
struct ArgumentReader {
  private var rest: ArraySlice<String>
  private var seen: Set<String> = []
  private var name = ""
  private var attached: String?

  init(_ arguments: [String]) {
    rest = arguments[...]
  }

  /// The next option's name; nil at the end.
  mutating func nextOption() throws(HostError) -> String? {
    guard let argument = rest.popFirst() else { return nil }
    guard argument.hasPrefix("--") else {
      throw HostError("'\(argument)' is no option; known are \(Usage.optionNames.joined(separator: ", "))")
    }
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0])
    attached = parts.count > 1 ? String(parts[1]) : nil
    guard seen.insert(name).inserted else { throw HostError("option '\(name)' is given twice") }
    return name
  }

  /// The option's value.
  mutating func value() throws(HostError) -> String {
    let value = attached ?? (rest.first?.hasPrefix("--") == true ? nil : rest.popFirst())
    guard let value, !value.isEmpty else { throw HostError("option '\(name)' needs a value") }
    return value
  }

  /// Sees to it that the option has no value.
  func noValue() throws(HostError) {
    guard attached == nil else { throw HostError("option '\(name)' takes no value") }
  }
}
