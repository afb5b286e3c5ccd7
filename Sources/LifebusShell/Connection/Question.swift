internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

extension Option {
  /// Lines of JSON instead of text for people.
  static let json = Option("--json", "prints JSON: one object a line")
}

/// A verb that asks the host for some objects and shows them.
protocol Question: Verb {
  /// What is asked for.
  static func request(_ arguments: Arguments) throws(UsageError) -> WireRequest
  /// The objects as text for people.
  static func text(of objects: [JSONObject], _ colours: Colours) -> [String]
}

extension Question {
  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let host = try Host(arguments, for: Self.self)
    let request = try request(arguments)
    do throws(Ending) {
      Talk.print(page(try host.lines(request), printsJSON: arguments.has(.json)))
      return .done
    } catch {
      return host.end(error)
    }
  }

  /// What is printed of the host's lines; not one byte where there are none.
  static func page(_ lines: [[UInt8]], printsJSON: Bool) -> String {
    let shown =
      printsJSON
      ? lines.map { String(decoding: $0, as: UTF8.self) } : text(of: lines.compactMap(JSONObject.init(parsing:)), Talk.colours)
    return shown.map { $0 + "\n" }.joined()
  }
}
