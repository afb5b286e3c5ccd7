internal import LifebusSystem
internal import LifebusTestKit

/// `lifebus check`: plays scenarios, and says what is not as they expect.
enum Check: Verb {
  static let name = "check"
  static let summary = "plays scenarios in virtual time and compares"

  private static let printsTimeline = Option("--print", "prints all that happened, too")
  private static let json = Option("--json", "prints one JSON object for each file")
  private static let seed = Option(
    "--seed", .text("N"), "plays with independent things in a random order that the number gives")
  private static let orders = Option(
    "--orders", .text("N"), "plays each file in N random orders more, with the seeds 1 to N: the results must be the same")
  private static let unobserved = Option(
    "--unobserved",
    """
    nobody reads the bus's activity, so that it takes the short ways that it then may; compares only what
    the handlers saw: deliveries, attempts, trace, order, never
    """)
  private static let ledger = Option(
    "--ledger", .word(CheckLedger.Kind.allCases.map(\.rawValue)), "what outlives the played processes (default: memory)")

  static let manual = Manual(
    names: ["FILE…|FOLDER…"],
    about: """
      Plays each scenario in virtual time, on a real bus with scripted handlers, and compares what happened with what its
      first line expects. Of a folder all *.jsonl files are played, by name.
      """,
    options: [json, printsTimeline, seed, orders, unobserved, ledger],
    more: """
      exit codes:
        0  all is as expected
        1  something is not
        2  wrong usage, or a file that is no valid scenario: the file, line and field are named on standard error
        6  --ledger sqlite needs the program 'lifebus-host', which is not there
      """)

  static func run(_ arguments: Arguments, _ access: LedgerAccess) throws(UsageError) -> ExitCode {
    guard !arguments.names.isEmpty else { throw UsageError("no file is given") }
    let kind: CheckLedger.Kind = try arguments.word(ledger) ?? .memory
    var options = CheckOptions(
      printsJSON: arguments.has(json), printsTimeline: arguments.has(printsTimeline),
      seed: try arguments.number(seed, 0...UInt64.max), orders: try arguments.number(orders, 1...1_000_000) ?? 0,
      isObserved: !arguments.has(unobserved))
    do throws(Refusal) { options.ledger = try CheckLedger(kind, access) } catch {
      Talk.say("lifebus \(name): \(error.words)")
      return error.code
    }
    return check(arguments.names, options)
  }

  private static func check(_ names: [String], _ options: CheckOptions) -> ExitCode {
    var codes: Set<ExitCode> = []
    var tally = CheckTally()
    for name in names {
      let (files, problem) = ScenarioFiles.list(name)
      if let problem {
        CheckReport.failToRead(name, problem, options)
        codes.insert(.badInput)
      }
      for file in files { codes.insert(check(file, options, &tally)) }
    }
    if !options.printsJSON, tally.played > 1 { Talk.print(tally.description) }
    return ExitCode.first(of: codes)
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
    try options.ledger.play(ScenarioPlayer(scenario, seed: seed, isObserved: options.isObserved))
  }
}

/// What the command line of `lifebus check` asks for.
struct CheckOptions {
  let printsJSON: Bool
  let printsTimeline: Bool
  let seed: UInt64?
  let orders: UInt64
  let isObserved: Bool
  var ledger = CheckLedger.memory
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
