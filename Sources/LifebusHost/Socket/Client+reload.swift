internal import Lifebus
internal import LifebusSystem
internal import LifebusWire

/// A program takes the place of the one that is a plugin.
extension Client {
  /// A call that runs takes its time: the client hears before that somebody is there.
  func reload(_ plugin: HandlerID) async throws(ClientConnection.Failure) {
    try greet()
    switch await reloaded(plugin) {
    case .success(let line):
      try connection.write([line])
      try end(.complete)
    case .failure(let error): try refuse("\(error)", .badInput)
    }
  }

  private func reloaded(_ plugin: HandlerID) async -> Result<String, any Error> {
    do {
      let program = try program(plugin)
      try await program.reload()
      return .success(await PluginLine.reloaded(plugin, program))
    } catch {
      return .failure(error)
    }
  }

  private func program(_ plugin: HandlerID) throws(HostError) -> ChildPlugin {
    guard let hosted = house.plugins.first(where: { $0.id == plugin }) else {
      throw HostError("'\(plugin)' is not hosted; hosted are \(house.hosted.map(\.rawValue).joined(separator: ", "))")
    }
    guard let program = hosted.program else {
      throw HostError("'\(plugin)' runs in the host's own process: restart the host to have another one")
    }
    return program
  }
}
