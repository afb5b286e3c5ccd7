/// Why there is no answer, in words that hold nothing of the request.
package enum HTTPTrouble: Error, Equatable, CustomStringConvertible {
  /// There was no connection, it ended too early, or what came was no HTTP.
  case connection(String)
  /// The request's time was over.
  case timedOut(Duration)
  /// The answer's body is longer than the request's limit.
  case tooLarge(Int)
  /// The answer is not what a request asks for.
  case unusable(String)
  /// The server redirects to where the client does not go.
  case redirect(String)
  /// The header has characters that would break the request.
  case header(String)

  package var description: String {
    switch self {
    case .connection(let reason): "there is no answer: \(reason)"
    case .timedOut(let limit): "there is no whole answer within \(limit)"
    case .tooLarge(let limit): "the answer is longer than \(limit) bytes"
    case .unusable(let reason): "the answer cannot be used: \(reason)"
    case .redirect(let reason): "it is a redirect: \(reason)"
    case .header(let name): "the header '\(name)' has characters that no header has"
    }
  }
}
