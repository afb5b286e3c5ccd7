/// Gives whoever sends a request the token that says for whom.
///
/// A plugin that gives tokens conforms to it. One that needs them asks ``PluginContext/tokens``, and imports neither the other
/// nor anything of how a token is come by:
///
/// ```swift
/// let token = try await tokens.accessToken(insteadOf: nil)
/// var answer = try await api.news(bearer: token.secret.text)
/// if answer.status == 401 {
///   answer = try await api.news(bearer: tokens.accessToken(insteadOf: token).secret.text)
/// }
/// ```
///
/// | what a token is | what follows for whoever asks |
/// |---|---|
/// | good for whoever has it | it goes to servers that are named for it, over `https`, and into no log |
/// | one user's | what comes for it is that user's: ``AccessToken/user`` says whose |
/// | good for a while | it is asked for at each request, and not kept |
///
/// Who is in can change while a request is on its way. A handler behind a gate that cancels looks for that before it keeps what
/// came; where the gate lets it run, it looks at the gate.
public protocol TokenSource: Sendable {
  /// A token that is valid, and a new one if the last has expired, nearly has, or is the one that a server did not take.
  ///
  /// Whoever asks while a new one is being fetched waits for that one.
  ///
  /// - Parameter refused: A token that a server answered with 401.
  /// - Returns: The token, and whose it is.
  /// - Throws: ``TokenTrouble``; `CancellationError` if the calling task is cancelled.
  func accessToken(insteadOf refused: AccessToken?) async throws -> AccessToken
}
