internal import LifebusTestKit

/// `lifebus check`: plays scenarios, and says what is not as they expect.
enum Check: Verb {
  static let name = "check"
  static let summary = "plays scenarios in virtual time and compares"

  static let optionNames = ["--json", "--print", "--seed", "--orders", "--unobserved", "--help"]

  static let usage = """
    usage: lifebus check FILE…|FOLDER… [--json] [--print] [--seed N] [--orders N] [--unobserved]

    Plays each scenario in virtual time, on a real bus with scripted handlers, and compares what happened with what its
    first line expects. Of a folder all *.jsonl files are played, by name.

      --json        prints one JSON object for each file
      --print       prints all that happened, too
      --seed N      plays with independent things in a random order that the number gives
      --orders N    plays each file in N random orders more, with the seeds 1 to N: the results must be the same
      --unobserved  nobody reads the bus's activity, so that it takes the short ways that it then may; compares only what
                    the handlers saw: deliveries, attempts, trace, order, never
      --help        prints this

    exit codes:
      0  all is as expected
      1  something is not
      2  wrong usage, or a file that is no valid scenario: the file, line and field are named on standard error
    """

  static func run(_ arguments: [String]) throws(UsageError) -> ExitCode {
    let options = try CheckOptions(arguments)
    var codes: Set<ExitCode> = []
    var tally = CheckTally()
    for file in options.files {
      let (files, problem) = ScenarioFiles.list(file)
      if let problem {
        CheckReport.failToRead(file, problem, options)
        codes.insert(.badInput)
      }
      for file in files { codes.insert(check(file, options, &tally)) }
    }
    if !options.printsJSON, tally.played > 1 { Talk.print(tally.description) }
    return [.badInput, .failed].first(where: codes.contains) ?? .done
  }

  private static func check(_ file: String, _ options: CheckOptions, _ tally: inout CheckTally) -> ExitCode {
    do throws(FileProblem) {
      let scenario = try ScenarioFiles.read(file)
      let playback = try play(scenario, seed: options.seed, options)
      var report = CheckReport(playback, file: file)
      for seed in 1..<(options.orders + 1) { report.add(try play(scenario, seed: seed, options), seed: seed) }
      report.print(options)
      tally.count(isAsExpected: report.isAsExpected)
      return report.isAsExpected ? .done : .failed
    } catch {
      CheckReport.failToRead(file, error, options)
      return .badInput
    }
  }

  private static func play(_ scenario: Scenario, seed: UInt64?, _ options: CheckOptions) throws(FileProblem) -> Playback {
    let player = ScenarioPlayer(scenario, seed: seed, isObserved: options.isObserved)
    do { return try player.play() } catch { throw FileProblem(error) }
  }
}

/// How many files were played.
struct CheckTally: CustomStringConvertible {
  private(set) var played = 0
  private var different = 0

  mutating func count(isAsExpected: Bool) {
    played += 1
    if !isAsExpected { different += 1 }
  }

  var description: String {
    let isAre = different == 1 ? "is" : "are"
    return "\(played) played, \(different == 0 ? "all as expected" : "\(different) \(isAre) not as expected")"
  }
}
