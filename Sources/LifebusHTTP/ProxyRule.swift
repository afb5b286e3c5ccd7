internal import Foundation

/// Sees to it that what is meant for this machine does not go to a proxy.
///
/// On Linux the variables of the environment decide about that, whatever a session is told, as long as `no_proxy` does not name
/// the host.
package struct ProxyRule {
  private let environment: [String: String]

  package init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
  }

  package func check(_ address: WebAddress) throws(HTTPTrouble) {
    #if os(Linux)
      let names = ["http_proxy", "all_proxy", "ALL_PROXY"]
      guard address.isPlain, let variable = names.first(where: { environment[$0]?.isEmpty == false }) else { return }
      guard exceptions.contains(where: { $0 == "*" || $0 == address.host }) else { throw .proxied(variable: variable) }
    #endif
  }

  private var exceptions: [Substring] {
    (environment["no_proxy"] ?? environment["NO_PROXY"] ?? "").split { $0 == "," || $0 == " " }
  }
}
