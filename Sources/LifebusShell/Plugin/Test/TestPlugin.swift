internal import LifebusJSON
internal import LifebusSystem

/// `lifebus plugin test`: starts a program as a host does, and says for each rule whether it keeps to it.
enum TestPlugin: PluginAction {
  static let name = "test"

  private static let pluginOptions = Option("--options", .text("JSON"), "test: the plugin's options (default: {})")
  private static let timeout = Option(
    "--timeout", .text("TIME"), "test: how long it may take to answer a delivery (default: 5s)")
  private static let json = Option("--json", "test: prints JSON, an object for each rule")
  static let options = [pluginOptions, timeout, json]

  static func run(_ names: [String], _ arguments: Arguments) throws(UsageError) -> ExitCode {
    try expect(1, names, "the program's path")
    let limit = Duration.milliseconds(try arguments.milliseconds(timeout) ?? 5_000)
    let options = try object(arguments)
    do throws(SystemError) {
      let trial = try PluginTrial(names[0], options: options, limit: limit)
      return test(trial, printsJSON: arguments.has(json))
    } catch {
      Talk.say("lifebus plugin test: '\(visible(names[0]))' cannot be started: \(error)")
      return .badInput
    }
  }

  private static func test(_ trial: PluginTrial, printsJSON: Bool) -> ExitCode {
    var lacking: Set<PluginRule.Ability> = []
    var broken = 0
    for rule in PluginRule.all {
      let finding = rule.finding(in: trial, lacking: lacking)
      Talk.print(printsJSON ? finding.json : finding.text(Talk.colours))
      guard !finding.isKept else { continue }
      if let ability = rule.shows { lacking.insert(ability) }
      if case .broken = finding.verdict { broken += 1 }
    }
    if !printsJSON {
      Talk.print(broken == 0 ? "it keeps to all \(PluginRule.all.count) rules" : "it breaks \(count(broken, "rule"))")
    }
    return broken == 0 ? .done : .failed
  }

  private static func object(_ arguments: Arguments) throws(UsageError) -> JSONObject {
    guard let text = arguments.text(pluginOptions) else { return JSONObject() }
    guard let object = JSONObject(parsing: Array(text.utf8)) else {
      throw UsageError("option '\(pluginOptions.name)' needs a JSON object, not '\(text)'")
    }
    return object
  }
}
