internal import LifebusSystem
internal import LifebusWire

extension Option {
  /// Lines of JSON instead of text for people.
  static let json = Option("--json", "prints JSON: one object a line")
}

/// A verb that asks the host for some objects and shows them.
protocol Question: Verb, Shown {
  /// What is asked for.
  static func request(_ arguments: Arguments) throws(UsageError) -> WireRequest
}

extension Question {
  static func run(_ arguments: Arguments, _ access: LedgerAccess) throws(UsageError) -> ExitCode {
    let host = try Host(arguments, for: Self.self)
    let request = try request(arguments)
    do throws(Ending) {
      Talk.print(page(try host.lines(request, or: access), printsJSON: arguments.has(.json)))
      return .done
    } catch {
      return host.end(error)
    }
  }
}
