internal import Lifebus
internal import LifebusHandlerText
internal import LifebusJSON

/// A scenario: scripted handlers, what happens to their bus in virtual time, and what is expected of it.
///
/// ```swift
/// let scenario = try Scenario(bytes)
/// let playback = try ScenarioPlayer(scenario).play()
/// #expect(playback.differences.isEmpty)
/// ```
public struct Scenario: Sendable {
  /// The longest line that is read (1 MiB).
  public static let lineLimit = 1 << 20

  /// The scenario's name.
  public let name: String
  /// What it is about, in a sentence.
  public let about: String
  /// Where it comes from.
  public let source: String?

  /// In the order in which they are registered.
  let handlers: [ScenarioHandler]
  /// Who is registered by a `register` line only; reserved handlers are too.
  let late: Set<String>
  /// What is kept from a process's begin, by the name of the handler that it is kept for.
  let reserved: [String: [EventKind]]
  /// The build of the first process.
  let version: String
  let expected: Expectation
  let lines: [ScenarioLine]

  /// Reads a scenario from the bytes of a file: JSON Lines, the header first.
  ///
  /// - Throws: A ``ScenarioError`` for whatever makes it invalid; a scenario that is read can be played.
  public init(_ bytes: [UInt8]) throws(ScenarioError) {
    do throws(FieldError) { self = try Scenario(lines: bytes) } catch { throw ScenarioError(error) }
  }

  private init(lines bytes: [UInt8]) throws(FieldError) {
    var values = try Self.values(bytes)
    let header = values.removeFirst()
    let fields = try Fields(
      header, line: 1, known: ["scenario", "about", "source", "handlers", "late", "reserved", "options", "expect"])
    name = try fields.string("scenario")
    about = try fields.string("about")
    source = try fields.stringIfPresent("source")
    handlers = try Self.handlers(fields)
    let names = Set(handlers.map(\.name))
    reserved = try Self.reserved(fields, names)
    late = try Self.late(fields, names).union(reserved.keys)
    version = try Self.version(fields)
    expected = try Expectation(try fields.required("expect"), line: 1, handlers: names)
    lines = try Self.lines(values)
    try checkNames()
    try checkLimits()
  }

  /// One JSON value a line; line breaks at the end are no lines.
  private static func values(_ bytes: [UInt8]) throws(FieldError) -> [JSONValue] {
    var values: [JSONValue] = []
    var rest = bytes[...]
    while let last = rest.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { rest = rest.dropLast() }
    guard !rest.isEmpty else { throw FieldError(line: 1, "the file is empty: its first line is the scenario's header") }
    for line in rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let number = values.count + 1
      guard line.count <= lineLimit else {
        throw FieldError(line: number, "is longer than \(lineLimit) bytes")
      }
      do { values.append(try JSONParser.parse(Array(line))) } catch {
        throw FieldError(line: number, "is no JSON: \(error.problem) (column \(error.offset + 1))")
      }
    }
    return values
  }

  private static func handlers(_ fields: Fields) throws(FieldError) -> [ScenarioHandler] {
    let named = try Fields(names: try fields.required("handlers"), line: 1, path: "handlers")
    var handlers: [ScenarioHandler] = []
    for member in named.object.members {
      if member.key.isEmpty { throw named.error("", "a handler's name must not be empty") }
      handlers.append(try ScenarioHandler.read(member.key, member.value, line: 1))
    }
    return handlers
  }

  private static func late(_ fields: Fields, _ names: Set<String>) throws(FieldError) -> Set<String> {
    guard fields.has("late") else { return [] }
    let late = try fields.strings("late")
    if let name = late.first(where: { !names.contains($0) }) { throw fields.error("late", "there is no handler '\(name)'") }
    return Set(late)
  }

  private static func reserved(_ fields: Fields, _ names: Set<String>) throws(FieldError) -> [String: [EventKind]] {
    guard let value = fields.object["reserved"] else { return [:] }
    let named = try Fields(names: value, line: 1, path: "reserved")
    var reserved: [String: [EventKind]] = [:]
    for name in named.object.keys {
      guard names.contains(name) else { throw named.error(name, "there is no handler '\(name)'") }
      var kinds: [EventKind] = []
      for text in try named.strings(name) {
        guard let kind = EventKind(text) else {
          throw named.error("\(name)[\(kinds.count)]", "'\(text)' is no kind; known are \(EventKind.known)")
        }
        kinds.append(kind)
      }
      reserved[name] = kinds
    }
    return reserved
  }

  private static func version(_ fields: Fields) throws(FieldError) -> String {
    guard let value = fields.object["options"] else { return "1" }
    return try Fields(value, line: 1, path: "options", known: ["version"]).stringIfPresent("version") ?? "1"
  }

  private static func lines(_ values: [JSONValue]) throws(FieldError) -> [ScenarioLine] {
    var lines: [ScenarioLine] = []
    for value in values {
      lines.append(try ScenarioLine(value, number: lines.count + 2, earlier: lines.last?.at ?? 0))
    }
    return lines
  }
}
