/// A rule of the protocol that a program is tried by.
struct PluginRule: Sendable {
  /// What a program has to be able to before other rules can be tried.
  enum Ability: Sendable {
    case starts
    case handles
  }

  /// What a program does that keeps to it.
  let text: String
  /// Where `PROTOCOL.md` says so: a heading.
  let section: String
  /// What a program has to be able to, or the rule is not tried.
  var needs: Ability?
  /// What a program that keeps to it is able to.
  var shows: Ability?
  let check: Check

  /// How the rule is tried.
  enum Check: Sendable {
    case byHand
    case start
    /// Each event that the program wants is delivered in each of these ways; `text` stands in it where any text may.
    case deliveries([TrialCall], text: String = "text", isExtended: Bool = false)
    case end(after: String, @Sendable (PluginConversation) -> Void)
    /// Nothing of the kind was noticed.
    case noted(@Sendable (PluginTrial) -> [String])
  }

  private static let hostLines = "The host's lines"
  private static let pluginLines = "The plugin's lines"
  private static let surroundings = "When a plugin does not do this"

  /// All rules; the last two are about what was noticed meanwhile.
  static let all: [PluginRule] = [
    PluginRule(text: "run by hand, it says what it is and exits with 64", section: surroundings, check: .byHand),
    PluginRule(text: "it answers 'start' with what it wants", section: pluginLines, shows: .starts, check: .start),
    PluginRule(
      text: "it handles an event of each kind that it wants", section: pluginLines, needs: .starts, shows: .handles,
      check: .deliveries([TrialCall()])),
    PluginRule(
      text: "it handles further attempts, standing facts and events of an earlier process", section: hostLines,
      needs: .handles,
      check: .deliveries([
        TrialCall(attempt: 2), TrialCall(isReplayed: true), TrialCall(attempt: 3, isFromEarlierProcess: true),
      ])),
    PluginRule(
      text: "it passes over members that it does not know", section: hostLines, needs: .handles,
      check: .deliveries([TrialCall()], isExtended: true)),
    PluginRule(
      text: "it takes every text", section: hostLines, needs: .handles,
      check: .deliveries([TrialCall()], text: "Zoë 🎉 \"\\/\u{1}\t\u{2028}日本")),
    PluginRule(
      text: "it takes an event of 100 KiB", section: hostLines, needs: .handles,
      check: .deliveries([TrialCall()], text: String(repeating: "lifebus ", count: 12_800))),
    PluginRule(
      text: "it answers a delivery that is cancelled, and goes on", section: hostLines, needs: .handles,
      check: .deliveries([TrialCall(isCancelled: true), TrialCall()])),
    PluginRule(
      text: "it ends with code 0 when it is told to stop", section: hostLines, needs: .starts,
      check: .end(after: "'stop', with its input open") { $0.stop() }),
    PluginRule(
      text: "it ends with code 0 when its input is closed", section: surroundings, needs: .starts,
      check: .end(after: "its input was closed") { $0.closeInput() }),
    PluginRule(
      text: "it answers each delivery once, with its number", section: pluginLines, needs: .starts,
      check: .noted(\.strayAnswers)),
    PluginRule(
      text: "it writes nothing else to standard output", section: pluginLines, needs: .starts, check: .noted(\.strays)),
  ]
}
