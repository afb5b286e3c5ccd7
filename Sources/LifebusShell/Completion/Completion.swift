internal import LifebusSystem

/// `lifebus completion`: what a shell needs to complete the program's command line.
enum Completion: Verb {
  static let name = "completion"
  static let summary = "prints what bash or zsh needs to complete the command line"

  static let manual = Manual(
    names: ["bash", "zsh"],
    about: """
      Prints a script for the shell, which knows the verbs, their options and the words that those take.

        bash:  lifebus completion bash > ~/.local/share/bash-completion/completions/lifebus
        zsh:   lifebus completion zsh > "${fpath[1]}/_lifebus"
      """, options: [])

  static func run(_ arguments: Arguments, _: LedgerAccess) throws(UsageError) -> ExitCode {
    try arguments.expectNames(1...1, "bash or zsh")
    switch arguments.names[0] {
    case "bash": Talk.print(BashCompletion.script(Verbs.all))
    case "zsh": Talk.print(ZshCompletion.script(Verbs.all))
    case let shell: throw UsageError("'\(shell)' is unknown; known are bash, zsh")
    }
    return .done
  }

  /// The words that can stand after a verb, beside its options.
  static func words(after verb: any Verb.Type) -> [String] {
    let words = verb.manual.names.flatMap { $0.split(separator: " ").prefix(1) }.flatMap { $0.split(separator: "|") }
    return words.map(String.init).filter { $0 != "-" && $0 == $0.lowercased() }
  }
}
