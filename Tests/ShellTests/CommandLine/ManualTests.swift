import Testing

@testable import LifebusShell

@Suite struct ManualTests {
  @Test func `Every option of a verb stands in its help and in both completions`() {
    let (bash, zsh) = (BashCompletion.script(Verbs.all), ZshCompletion.script(Verbs.all))
    for verb in Verbs.all {
      let help = verb.manual.text(of: verb.name)
      #expect(help.hasPrefix("usage: lifebus \(verb.name)"))
      #expect(bash.contains("    \(verb.name)) COMPREPLY=") && zsh.contains("    '\(verb.name):"))
      for option in verb.manual.allOptions {
        #expect(help.contains("  \(option.shape)  "), "\(verb.name) \(option.name)")
        #expect(bash.contains(option.name) && zsh.contains("'\(option.name)["), "\(verb.name) \(option.name)")
      }
    }
  }

  @Test func `No line of a help is longer than a wide terminal`() {
    for verb in Verbs.all {
      for line in verb.manual.text(of: verb.name).split(separator: "\n") { #expect(line.count <= 128, "\(line)") }
    }
  }

  @Test func `Every verb that talks to a host can be told where it is, and prints JSON`() {
    for verb in Verbs.all where verb != Check.self && verb != PluginVerb.self && verb != Completion.self {
      #expect(Set(verb.manual.options.map(\.name)).isSuperset(of: ["--socket", "--state", "--json"]), "\(verb.name)")
    }
  }
}
