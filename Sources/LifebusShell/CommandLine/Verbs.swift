internal import LifebusSystem
internal import LifebusWire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// All verbs, and which one the arguments ask for.
package enum Verbs {
  static let all: [any Verb.Type] = [
    Emit.self, Tail.self, Status.self, Plan.self, Plugins.self, Explain.self, LedgerVerb.self, Check.self,
    PluginVerb.self, Completion.self,
  ]

  /// Does what the program's arguments ask for, and exits.
  ///
  /// - Parameters:
  ///   - first: The place of the verb among the arguments.
  ///   - access: The way to ledgers on disk.
  package static func main(from first: Int = 1, _ access: LedgerAccess) -> Never {
    // Bytes that are no text would be replaced, and two names become one.
    for place in first..<max(first, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[place], String(validatingCString: argument) == nil else { continue }
      Talk.say("lifebus: argument \(place) is no UTF-8")
      exit(ExitCode.badInput.rawValue)
    }
    exit(run(Array(CommandLine.arguments.dropFirst(first)), access).rawValue)
  }

  private static func run(_ arguments: [String], _ access: LedgerAccess) -> ExitCode {
    do throws(SystemError) { try Descriptor.openStandardOnes(outputIsWanted: true) } catch { return .badInput }
    switch arguments.first {
    case nil:
      Talk.say(usage)
      return .badInput
    case "--help":
      Talk.print(usage)
      return .done
    case "--version":
      Talk.print("lifebus, which speaks version \(Wire.version) of the protocol")
      return .done
    case let word?: return run(word, Array(arguments.dropFirst()), access)
    }
  }

  private static func run(_ word: String, _ arguments: [String], _ access: LedgerAccess) -> ExitCode {
    guard let verb = all.first(where: { $0.name == word }) else {
      let known = all.map { $0.name }.joined(separator: ", ")
      Talk.say("lifebus: '\(visible(word))' is unknown; known are \(known); see lifebus --help")
      return .badInput
    }
    guard !arguments.contains(Option.help.name) else {
      Talk.print(verb.manual.text(of: verb.name))
      return .done
    }
    do throws(UsageError) {
      return try verb.run(Arguments(arguments, knowing: verb.manual.allOptions), access)
    } catch {
      Talk.say("lifebus \(verb.name): \(visible(error.problem)); see lifebus \(verb.name) --help")
      return .badInput
    }
  }

  private static var usage: String {
    let width = all.map { $0.name.count }.max() ?? 0
    let verbs = all.map { "  \($0.name.padded(width))  \($0.summary)" }
    return """
      usage: lifebus VERB …

      \(verbs.joined(separator: "\n"))

      lifebus VERB --help says more; lifebus --version names the protocol's version.
      """
  }
}
