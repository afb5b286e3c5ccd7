internal import CLifebusSystem

/// The environment of this process.
package enum ProcessEnvironment {
  /// All variables by their names.
  package static var variables: [String: String] {
    var variables: [String: String] = [:]
    var place = lifebus_environment()
    while let entry = place?.pointee {
      let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      place = place?.successor()
    }
    return variables
  }
}
