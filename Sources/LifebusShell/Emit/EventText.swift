internal import LifebusJSON
internal import LifebusSystem

/// The one event that the command line describes, as a line for the host.
struct EventText: Equatable {
  /// The longest file that is read for `--data` (1 MiB, as a line of events).
  private static let dataLimit = 1 << 20

  let line: String

  init(_ arguments: Arguments) throws(UsageError) {
    guard let word = arguments.names.first else {
      throw UsageError("no event is given: one of launch, appear, disappear, phase, custom")
    }
    let kind = try EventKind(reading: word)
    try Self.check(kind, arguments)
    let fields = try Self.fields(of: kind, arguments)
    let id = arguments.text(EventOptions.id)
    if let source = arguments.text(EventOptions.source) {
      guard let id else { throw UsageError("--source says who gave an id: it needs --id") }
      line = Self.cloudEvent(kind, arguments, fields, id: id, source: source)
    } else {
      var short = JSONLine()
      short.add("type", kind.rawValue)
      if kind == .custom { short.add("name", arguments.names[1]) }
      for (key, json) in fields { short.add(key, json: json) }
      short.add("id", id)
      line = short.text
    }
  }

  private static func check(_ kind: EventKind, _ arguments: Arguments) throws(UsageError) {
    let shape = [kind.rawValue, kind.subject?.word].compactMap { $0 }.joined(separator: " ")
    let count = kind.subject == nil ? 1 : 2
    try arguments.expectNames(count...count, "'\(shape)'")
    guard arguments.names.allSatisfy({ !$0.isEmpty }) else { throw UsageError("'\(shape)' needs a name that is not empty") }
    let known = kind.options.map(\.name)
    for option in EventOptions.ofKinds where arguments.has(option) && !known.contains(option.name) {
      throw UsageError(
        "option '\(option.name)' does not belong to '\(kind.rawValue)', which knows \(known.joined(separator: ", "))")
    }
  }

  /// What the event says, beside its type and a custom one's name.
  private static func fields(of kind: EventKind, _ arguments: Arguments) throws(UsageError) -> [(StaticString, String)] {
    var fields: [(StaticString, String)] = []
    if kind != .custom, let subject = kind.subject { fields.append((subject.field, JSONLine.quoted(arguments.names[1]))) }
    let texts: [(StaticString, Option)] = [
      ("cause", EventOptions.cause), ("instance", EventOptions.instance), ("scene", EventOptions.scene),
      ("reason", EventOptions.reason), ("key", EventOptions.key),
    ]
    for (field, option) in texts {
      if let text = arguments.text(option) { fields.append((field, JSONLine.quoted(text))) }
    }
    if let data = arguments.text(EventOptions.data) { fields.append(("attributes", try attributes(data))) }
    return fields
  }

  /// With a source the event is a CloudEvent: the short form has none.
  private static func cloudEvent(
    _ kind: EventKind, _ arguments: Arguments, _ fields: [(StaticString, String)], id: String, source: String
  ) -> String {
    var data = JSONLine()
    for (key, json) in fields { data.add(key, json: json) }
    if kind == .custom, !arguments.has(EventOptions.data) { data.add("attributes", json: "{}") }
    var line = JSONLine()
    line.add("specversion", "1.0")
    line.add("id", id)
    line.add("source", source)
    line.add("type", "dev.lifebus.\(kind.rawValue)" + (kind == .custom ? ".\(arguments.names[1])" : ""))
    line.add("data", json: data.text)
    return line.text
  }

  private static func attributes(_ given: String) throws(UsageError) -> String {
    let bytes = given.hasPrefix("@") ? try contents(of: String(given.dropFirst())) : Array(given.utf8)
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(bytes)
    } catch {
      let (line, column) = error.place(in: bytes)
      throw UsageError("--data is broken JSON at \(line > 1 ? "line \(line), " : "")column \(column): \(error.problem)")
    }
    guard case .object = value else { throw UsageError("--data is \(value.typeName): give a JSON object") }
    return value.json
  }

  private static func contents(of file: String) throws(UsageError) -> [UInt8] {
    do throws(SystemError) {
      if let bytes = try FileReader.bytes(ofFile: file, limit: dataLimit) { return bytes }
    } catch {
      throw UsageError("--data: the file '\(file)' cannot be read: \(error)")
    }
    throw UsageError("--data: the file '\(file)' is longer than \(dataLimit) bytes")
  }
}
