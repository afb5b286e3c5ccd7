internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `lifebus status`: how the bus stands.
enum Status: Question {
  static let name = "status"
  static let summary = "shows how the bus, its handlers and its gates stand"

  private static let watch = Option(
    "--watch", "shows it again each second, until the host ends or Ctrl-C; not to a terminal, page after page")
  private static let interval = Int32(1_000)

  static let manual = Manual(
    names: [],
    about: """
      Shows how the bus stands: its handlers, what they do and what they wait for, its gates, who is in, and for whom the
      ledger keeps something.
      """,
    options: [watch] + HostPlace.options + [.json],
    more: """
      JSON: one object with "pid", "appVersion", "uptimeSeconds", "isLaunched", "phase", "entries", "exits", "events",
      "waitingForLaunch", "handlers", "gates", and "absent": who is not hosted, and has a place in the ledger.

      exit codes: 0, 2 (usage), 3 (no answer in time), 6 (no host), 7 (another version)
      """)

  static func request(_ arguments: Arguments) throws(UsageError) -> WireRequest {
    try arguments.expectNames(0...0, "none")
    return .status
  }

  static func run(_ arguments: Arguments, _: LedgerAccess) throws(UsageError) -> ExitCode {
    let host = try Host(arguments, for: Self.self)
    let request = try request(arguments)
    var screen = Screen(isWatching: arguments.has(watch))
    do throws(Ending) {
      repeat {
        screen.show(page(try host.lines(request), printsJSON: arguments.has(.json)))
      } while arguments.has(watch) && screen.rest(milliseconds: interval)
      return .done
    } catch {
      return host.end(error)
    }
  }

  static func text(of objects: [JSONObject], _ colours: Colours) -> [String] {
    objects.flatMap { StatusPage($0).lines(colours) }
  }
}
