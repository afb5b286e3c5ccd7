import Foundation

/// What the command line asks for.
struct Options: Equatable {
  private(set) var rounds = 7
  private(set) var printsJSON = false
  private(set) var lists = false
  private(set) var showsHelp = false
  /// Where `lifebus` and `lifebus-host` are.
  private(set) var programs = Bundle.main.bundleURL.path
  /// The rows that are asked for; none: all.
  private var only: Set<String> = []

  init(_ arguments: ArraySlice<String>) throws(UsageError) {
    var arguments = arguments
    while let argument = arguments.popFirst() {
      switch argument {
      case "--json": printsJSON = true
      case "--list": lists = true
      case "--help": showsHelp = true
      case "--rounds": rounds = try Self.count(arguments.popFirst())
      case "--only": only = try Self.rows(arguments.popFirst())
      case "--programs": programs = try Self.value(arguments.popFirst(), "--programs wants a folder")
      default: throw UsageError("unknown argument '\(argument)': see --help")
      }
    }
  }

  func wants(_ row: Row) -> Bool { only.isEmpty || only.contains(row.id) }

  private static func count(_ text: String?) throws(UsageError) -> Int {
    guard let count = text.flatMap(Int.init), count > 0 else { throw UsageError("--rounds wants a number from 1 on") }
    return count
  }

  private static func rows(_ text: String?) throws(UsageError) -> Set<String> {
    let names = try value(text, "--only wants rows, such as P7,P8").split(separator: ",").map(String.init)
    for name in names where !Table.ids.contains(name) {
      throw UsageError("there is no row '\(name)': there are \(Table.ids.joined(separator: ", "))")
    }
    return Set(names)
  }

  private static func value(_ text: String?, _ problem: String) throws(UsageError) -> String {
    guard let text else { throw UsageError(problem) }
    return text
  }

  static let usage = """
    usage: LifebusBenchmarks [--only P7,P8] [--rounds N] [--programs DIR] [--json] [--list]

    Measures each row of the table of speed, the bus and its peer in turn, and prints the ratio and whether its goal holds.

      --only LIST       these rows, with commas between (default: all)
      --rounds N        rounds that count; one more before them warms up (default: 7)
      --programs DIR    where 'lifebus' and 'lifebus-host' are (default: beside this program)
      --json            one JSON object a row
      --list            says which rows there are, and measures nothing
      --help            prints this

    A figure is the median of the rounds, and in brackets are the least and the greatest. A ratio is taken in each round.
    A run that lost, doubled or disordered an event has no figure, and the program ends with 1.

    """
}

/// A command line that cannot be followed, in words that say what is wanted.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
