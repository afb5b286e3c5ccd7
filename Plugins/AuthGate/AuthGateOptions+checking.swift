internal import Lifebus
internal import LifebusHTTP

extension AuthGatePlugin.Options {
  func sessionPath(in context: PluginContext) -> String {
    session.map { path($0, in: context) } ?? context.folder + "/session.json"
  }

  func limit() throws(AuthGateError) -> GateOptions.Limit {
    guard let limitSeconds else { return .standard }
    return .after(try duration(limitSeconds, .limitSeconds))
  }

  func retryPause() throws(AuthGateError) -> Duration { try duration(retrySeconds ?? 1, .retrySeconds) }

  func leeway() throws(AuthGateError) -> Duration { try duration(leewaySeconds ?? 60, .leewaySeconds) }

  /// The token server; nil if there is none.
  func endpoint(in context: PluginContext) throws(AuthGateError) -> TokenEndpoint? {
    let timeout = try duration(timeoutSeconds ?? 10, .timeoutSeconds)
    guard let tokenURL else {
      try refuseWithoutEndpoint()
      return nil
    }
    guard let clientID, !clientID.isEmpty else { throw .option("clientID", problem: "is missing: 'tokenURL' needs it") }
    let address: WebAddress
    do throws(WebAddressTrouble) {
      address = try WebAddress(tokenURL)
    } catch {
      throw .option("tokenURL", problem: "cannot be used: \(error.rawValue)")
    }
    return TokenEndpoint(
      address: address, clientID: clientID, clientSecret: try secret(in: context), scope: scope, timeout: timeout)
  }

  private func refuseWithoutEndpoint() throws(AuthGateError) {
    let useless: [(CodingKeys, String?)] = [
      (.clientID, clientID), (.clientSecretFile, clientSecretFile), (.clientSecretVariable, clientSecretVariable),
      (.scope, scope),
    ]
    for (key, value) in useless where value != nil { throw .option(key.rawValue, problem: "is of no use without 'tokenURL'") }
  }

  private func secret(in context: PluginContext) throws(AuthGateError) -> ClientSecret? {
    switch (clientSecretFile, clientSecretVariable) {
    case (.some, .some): throw .option("clientSecretFile", problem: "and 'clientSecretVariable' are both set: set one of them")
    case (let file?, nil): .file(path(file, in: context))
    case (nil, let variable?): .variable(variable)
    case (nil, nil): nil
    }
  }

  private func path(_ path: String, in context: PluginContext) -> String {
    path.hasPrefix("/") ? path : context.base + "/" + path
  }

  private func duration(_ seconds: Double, _ key: CodingKeys) throws(AuthGateError) -> Duration {
    guard seconds >= 0.001, seconds <= 86_400 else { throw .seconds(option: key.rawValue, seconds) }
    return .seconds(seconds)
  }
}
