import Foundation
import LifebusSystem

/// What a program inherits when it is started.
struct SpawnSetup {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif

  /// Calls `body` with a setup that gives the program these descriptors, from 0 on, and lets it hear every signal.
  static func with<Value>(descriptors: [Descriptor], _ body: (inout SpawnSetup) throws -> Value) rethrows -> Value {
    var setup = SpawnSetup()
    posix_spawn_file_actions_init(&setup.actions)
    posix_spawnattr_init(&setup.attributes)
    defer {
      posix_spawn_file_actions_destroy(&setup.actions)
      posix_spawnattr_destroy(&setup.attributes)
    }
    for (raw, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&setup.actions, descriptor.raw, Int32(raw))
    }
    // The threads of Swift's shared pool have signals blocked, which a child would inherit, SIGTERM among them.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&setup.attributes, &none)
    posix_spawnattr_setflags(&setup.attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    return try body(&setup)
  }
}
