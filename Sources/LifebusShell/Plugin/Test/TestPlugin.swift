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
    var findings: [PluginFinding] = []
    for rule in PluginRule.all {
      let finding = rule.finding(in: trial)
      Talk.print(printsJSON ? finding.json : finding.text(Talk.colours))
      findings.append(finding)
      if rule.isNeeded, !finding.isOK { break }
    }
    let broken = findings.count { !$0.isOK }
    if !printsJSON { Talk.print(summary(tried: findings.count, broken: broken)) }
    return broken == 0 ? .done : .failed
  }

  private static func summary(tried: Int, broken: Int) -> String {
    let missing = PluginRule.all.count - tried
    let rest =
      missing > 0
      ? "; \(count(missing, "other rule is", "other rules are")) not tried, since there is no plugin without this one" : ""
    return broken == 0 ? "it keeps to all \(tried) rules" : "it breaks \(count(broken, "rule"))\(rest)"
  }

  private static func object(_ arguments: Arguments) throws(UsageError) -> JSONObject {
    guard let text = arguments.text(pluginOptions) else { return JSONObject() }
    guard let object = JSONObject(parsing: Array(text.utf8)) else {
      throw UsageError("option '\(pluginOptions.name)' needs a JSON object, not '\(text)'")
    }
    return object
  }
}
