internal import Foundation
internal import LifebusThreads

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The exchanges of one session that run, to whom it passes on what the session tells.
final class Exchanges: NSObject, URLSessionDataDelegate {
  private let running = Lock<[Int: Exchange]>([:])

  func add(_ exchange: Exchange, for task: URLSessionTask) {
    running.withLock { $0[task.taskIdentifier] = exchange }
  }

  func remove(_ task: URLSessionTask) {
    running.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
  }

  private func exchange(of task: URLSessionTask) -> Exchange? {
    running.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let goesOn = HTTPHead(response).flatMap { exchange(of: dataTask)?.begin($0, length: response.expectedContentLength) }
    completionHandler(goesOn == true ? .allow : .cancel)
  }

  func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receive(data)
  }

  func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    exchange(of: task)?.complete(error)
  }

  /// Follows no redirect: the client does, where it may.
  func urlSession(
    _: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Leaves the server's certificate to the system, and meets no other challenge.
  func urlSession(
    _: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(Security)
      if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
        return completionHandler(.performDefaultHandling, nil)
      }
    #endif
    exchange(of: task)?.noteChallenge()
    completionHandler(.rejectProtectionSpace, nil)
  }
}

extension HTTPHead {
  init?(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else { return nil }
    let fields = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { ($0, String(describing: value)) }
    }
    self.init(status: response.statusCode, fields: Dictionary(fields) { first, _ in first })
  }
}
