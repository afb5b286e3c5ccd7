#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Lets no file of this process grow beyond a size: the system then takes the first part of a write, and refuses the rest.
///
/// For a process of its own only: the limit holds for all files.
func limitFileSizes(to bytes: Int) {
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit()
  #if canImport(Darwin)
    getrlimit(RLIMIT_FSIZE, &limit)
    limit.rlim_cur = rlim_t(bytes)
    setrlimit(RLIMIT_FSIZE, &limit)
  #else
    let kind = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    getrlimit(kind, &limit)
    limit.rlim_cur = rlim_t(bytes)
    setrlimit(kind, &limit)
  #endif
}
