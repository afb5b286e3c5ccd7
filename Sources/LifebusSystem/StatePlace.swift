/// Where a host keeps its state, and its socket in it: the same for who makes it and for who looks for it.
package enum StatePlace {
  /// The given folder as a whole path, or the default one; nil if the environment names none.
  package static func folder(_ given: String?, environment: (String) -> String?, current: () -> String) -> String? {
    if let given { return given.hasPrefix("/") ? given : current() + "/" + given }
    if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") { return folder + "/lifebus" }
    if let home = environment("HOME"), home.hasPrefix("/") { return home + "/.local/state/lifebus" }
    return nil
  }

  /// What is wrong when there is no default folder.
  package static let noFolder = "neither XDG_STATE_HOME nor HOME is set: give a state folder with --state"

  /// The socket of the host that has the folder.
  package static func socket(in folder: String) -> String { folder + "/socket" }

  /// The ledger of the host that has the folder.
  package static func ledger(in folder: String) -> String { folder + "/ledger" }
}
