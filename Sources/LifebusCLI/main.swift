internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Bytes that are no text would be replaced, and two names become one.
for place in 1..<max(1, Int(CommandLine.argc)) {
  guard let argument = CommandLine.unsafeArgv[place], String(validatingCString: argument) == nil else { continue }
  Talk.say("lifebus: argument \(place) is no UTF-8")
  exit(ExitCode.badInput.rawValue)
}
exit(Verbs.run(Array(CommandLine.arguments.dropFirst())).rawValue)
