/// The completion for zsh.
enum ZshCompletion {
  static func script(_ verbs: [any Verb.Type]) -> String {
    """
    #compdef lifebus
    # What zsh completes after 'lifebus'.
    _lifebus() {
      local -a verbs=(
    \(verbs.map { "    '\($0.name):\(quotable($0.summary))'" }.joined(separator: "\n"))
      )
      if ((CURRENT == 2)); then
        _describe verb verbs
        return
      fi
      local verb=$words[2]
      shift words
      ((CURRENT--))
      case $verb in
    \(verbs.map(arguments).joined(separator: "\n"))
      esac
    }
    _lifebus "$@"
    """
  }

  private static func arguments(of verb: any Verb.Type) -> String {
    let words = Completion.words(after: verb)
    let name = words.isEmpty ? "'*:file:_files'" : "'1:word:(\(words.joined(separator: " ")))' '*:file:_files'"
    let options = verb.manual.allOptions.map { "        '\(specification(of: $0))' \\\n" }.joined()
    return "    \(verb.name))\n      _arguments \\\n\(options)        \(name) ;;"
  }

  private static func specification(of option: Option) -> String {
    let about = quotable(option.about).map { ":[]".contains($0) ? "\\\($0)" : String($0) }.joined()
    let head = "\(option.name)[\(about)]"
    return switch option.value {
    case nil: head
    case .text(let word): "\(head):\(word): "
    case .path(let word): "\(head):\(word):_files"
    case .word(let words): "\(head):word:(\(words.joined(separator: " ")))"
    }
  }

  /// The text within single quotes, on one line.
  private static func quotable(_ text: String) -> String {
    text.map { $0 == "\n" ? " " : $0 == "'" ? "'\\''" : String($0) }.joined()
  }
}
