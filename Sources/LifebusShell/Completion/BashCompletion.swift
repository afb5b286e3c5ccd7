/// The completion for bash.
enum BashCompletion {
  static func script(_ verbs: [any Verb.Type]) -> String {
    """
    # What bash completes after 'lifebus'.
    _lifebus() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
      if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "\(verbs.map { $0.name }.joined(separator: " ")) --help --version" -- "$word"))
        return
      fi
      case "${COMP_WORDS[1]} $before" in
    \(verbs.flatMap { verb in verb.manual.options.compactMap { values(of: $0, verb) } }.joined(separator: "\n"))
      esac
      case "${COMP_WORDS[1]}" in
    \(verbs.map(words).joined(separator: "\n"))
      esac
    }
    complete -o default -F _lifebus lifebus
    """
  }

  /// Where bash finds nothing it completes files.
  private static func values(of option: Option, _ verb: any Verb.Type) -> String? {
    switch option.value {
    case nil: nil
    case .word(let words):
      "    '\(verb.name) \(option.name)') COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\")); return ;;"
    case .text, .path: "    '\(verb.name) \(option.name)') return ;;"
    }
  }

  private static func words(of verb: any Verb.Type) -> String {
    let words = Completion.words(after: verb) + verb.manual.allOptions.map(\.name)
    return "    \(verb.name)) COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\")) ;;"
  }
}
