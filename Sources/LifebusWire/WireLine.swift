internal import LifebusJSON

/// A line of the host's about the connection itself.
package enum WireLine: Equatable, Sendable {
  /// The host's first line: who answers.
  case greeting(pid: Int, appVersion: String)
  /// The host does not do it, for the reason that the text gives; the number is the exit code of it.
  case refusal(String, exitCode: Int)
  /// All was said.
  case end(End)

  /// Why a host has no more to say.
  package enum End: String, Sendable {
    /// What was asked for is complete.
    case complete
    /// The host shuts down.
    case shutdown
  }

  /// The line, without its end.
  package var text: String {
    var line = JSONLine()
    line.add("lifebus", Wire.version)
    switch self {
    case .greeting(let pid, let appVersion):
      line.add("pid", pid)
      line.add("appVersion", appVersion)
    case .refusal(let reason, let exitCode):
      line.add("error", reason)
      line.add("exitCode", exitCode)
    case .end(let reason): line.add("end", reason.rawValue)
    }
    return line.text
  }

  /// Reads a line about the connection; one of another version is an error.
  package init(_ bytes: [UInt8]) throws(WireError) {
    let members = try WireMembers(bytes, of: "the answer")
    guard members.number("lifebus") == Wire.version else { throw .otherVersion(members.number("lifebus")) }
    if let reason = members.text("error") {
      self = .refusal(reason, exitCode: members.number("exitCode") ?? 2)
    } else if let reason = members.choice("end", End.self) {
      self = .end(reason)
    } else if let pid = members.number("pid") {
      self = .greeting(pid: pid, appVersion: members.text("appVersion") ?? "")
    } else {
      throw .malformed("the answer says nothing")
    }
  }
}
