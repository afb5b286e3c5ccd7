#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

exit(Verbs.run(Array(CommandLine.arguments.dropFirst())).rawValue)
