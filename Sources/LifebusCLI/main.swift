internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

exit(Verbs.run(Array(CommandLine.arguments.dropFirst())).rawValue)
