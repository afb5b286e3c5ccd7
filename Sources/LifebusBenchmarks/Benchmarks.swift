import Foundation

/// Measures the bus and its peers side by side in one run, and prints the ratios: machines are noisy, ratios less so.
///
/// `swift run -c release LifebusBenchmarks --help` says the rest.
@main
struct Benchmarks {
  static func main() async {
    do {
      if ProcessInfo.processInfo.environment["LIFEBUS_PLUGIN"] != nil {
        var plugin = MeasuredPlugin()
        return try plugin.run()
      }
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.showsHelp { return print(Options.usage, terminator: "") }
      try await run(options)
    } catch {
      FileHandle.standardError.write(Data("LifebusBenchmarks: \(error)\n".utf8))
      exit(error is UsageError ? 2 : 1)
    }
  }

  private static func run(_ options: Options) async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    let report = Report(printsJSON: options.printsJSON)
    var losses = 0
    for row in Table(workplace, Programs(in: options.programs)).rows where options.wants(row) {
      if options.lists {
        report.list(row)
      } else {
        losses += try await measure(row, options.rounds, report) ? 0 : 1
      }
    }
    guard losses == 0 else { throw Losses(count: losses) }
  }

  /// Measures a row and prints it; false if it has no figure because events were lost.
  private static func measure(_ row: Row, _ rounds: Int, _ report: Report) async throws -> Bool {
    do {
      report.show(try await row.measure(rounds: rounds))
    } catch let skip as Skip {
      report.skip(row, because: skip.reason)
    } catch let lost as Lost {
      report.skip(row, because: lost.description)
      return false
    }
    return true
  }
}

/// Rows without a figure, because events were lost.
struct Losses: Error, CustomStringConvertible {
  let count: Int
  var description: String { "\(count) rows have no figure: look at what was lost before you trust the others" }
}
