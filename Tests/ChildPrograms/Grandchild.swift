#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A process that a plugin's program leaves, with its output open.
enum Grandchild {
  /// Starts it in the program's group, or in one of its own; returns its id.
  static func start(inOwnGroup: Bool) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    if inOwnGroup { posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP)) }
    var words = [strdup("/bin/sleep"), strdup("1000"), nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    posix_spawn(&process, "/bin/sleep", nil, &attributes, &words, environ)
    return process
  }
}
