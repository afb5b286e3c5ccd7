internal import LifebusJSON
internal import LifebusTestKit

/// What is printed of one file.
struct CheckReport {
  private let playback: Playback
  private let file: String
  /// In which order it was played, where that is not the one in which things came up.
  private var differences: [(seed: UInt64?, difference: Difference)] = []

  init(_ playback: Playback, file: String) {
    self.playback = playback
    self.file = file
    differences = playback.differences.map { (nil, $0) }
  }

  /// Takes in how the same file was played in another order.
  mutating func add(_ playback: Playback, seed: UInt64) {
    let known = self.playback.differences
    differences += playback.differences.filter { !known.contains($0) }.map { (seed, $0) }
  }

  var isAsExpected: Bool { differences.isEmpty }

  func print(_ options: CheckOptions) {
    if options.printsJSON { return Talk.print(json) }
    if options.printsTimeline { Talk.print("\(playback.scenario)\n" + playback.timeline.map { "\($0)\n" }.joined()) }
    guard !isAsExpected else { return Talk.print("\(playback.scenario): as expected") }
    let count = differences.count == 1 ? "1 difference" : "\(differences.count) differences"
    Talk.print("\(playback.scenario): \(count) (\(file))\n" + differences.map { text($0.difference, $0.seed) }.joined())
  }

  /// The difference, and what happened to the handler that it is about.
  private func text(_ difference: Difference, _ seed: UInt64?) -> String {
    let order = seed.map { " (--seed \($0))" } ?? ""
    var text = "  \(difference)\(order)\n"
    guard seed == nil, let handler = difference.handler, differences.first(where: isAbout(handler))?.difference == difference
    else { return text }
    for moment in playback.timeline where moment.handler == handler { text += "    \(moment)\n" }
    return text
  }

  private func isAbout(_ handler: String) -> ((seed: UInt64?, difference: Difference)) -> Bool {
    { $0.difference.handler == handler }
  }

  // MARK: JSON

  private var json: String {
    var line = JSONLine()
    line.add("scenario", playback.scenario)
    line.add("ok", isAsExpected)
    line.add("deliveries", json: JSONLine.object(playback.deliveries) { JSONLine.object($0) { String($0) } })
    line.add("differences", json: "[" + differences.map { json($0.difference, $0.seed) }.joined(separator: ",") + "]")
    return line.text
  }

  private func json(_ difference: Difference, _ seed: UInt64?) -> String {
    var line = JSONLine()
    line.add("key", difference.key)
    line.add("expected", json: difference.expected)
    line.add("got", json: difference.got)
    if let seed { line.add("seed", json: String(seed)) }
    return line.text
  }

  /// Says why a file was not played.
  static func failToRead(_ file: String, _ problem: FileProblem, _ options: CheckOptions) {
    let place = problem.line.map { ":\($0)" } ?? ""
    let field = problem.field.map { "field '\($0)': " } ?? ""
    Talk.say("\(file)\(place): \(field)\(problem.problem)")
    guard options.printsJSON else { return }
    var error = JSONLine()
    error.add("line", problem.line)
    error.add("field", problem.field)
    error.add("problem", problem.problem)
    var line = JSONLine()
    line.add("file", file)
    line.add("ok", false)
    line.add("error", json: error.text)
    Talk.print(line.text)
  }
}
