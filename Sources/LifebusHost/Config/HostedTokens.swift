internal import Lifebus
internal import LifebusThreads

/// Asks the hosted plugin that gives tokens: the one that there is when a token is asked for, wherever it stands in the list.
final class HostedTokens: TokenSource {
  private let sources = Lock<[(name: HandlerID, source: any TokenSource)]>([])

  /// Remembers a plugin, if it gives tokens.
  func add(_ plugin: any LifecyclePlugin) {
    guard let source = plugin as? any TokenSource else { return }
    sources.withLock { $0.append((plugin.id, source)) }
  }

  func accessToken(insteadOf refused: AccessToken?) async throws -> AccessToken {
    let sources = sources.withLock { $0 }
    guard let first = sources.first else {
      throw TokenTrouble.unavailable("no hosted plugin gives tokens: host one that does, such as 'auth-gate'")
    }
    guard sources.count == 1 else {
      throw TokenTrouble.unavailable("'\(first.name)' and '\(sources[1].name)' both give tokens: host one of them")
    }
    return try await first.source.accessToken(insteadOf: refused)
  }
}
