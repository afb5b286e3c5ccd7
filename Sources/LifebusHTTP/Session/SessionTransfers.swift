#if !os(Linux)
  internal import Foundation
  internal import LifebusThreads

  /// The transfers of one session that run, to whom it passes on what the session tells.
  final class SessionTransfers: NSObject, URLSessionDataDelegate {
    private let running = Lock<[Int: SessionTransfer]>([:])

    func add(_ transfer: SessionTransfer, for task: URLSessionTask) {
      running.withLock { $0[task.taskIdentifier] = transfer }
    }

    func remove(_ task: URLSessionTask) {
      running.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
    }

    private func transfer(of task: URLSessionTask) -> SessionTransfer? {
      running.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
      _: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      let goesOn = HTTPHead(response).flatMap { transfer(of: dataTask)?.begin($0) }
      completionHandler(goesOn == true ? .allow : .cancel)
    }

    func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      transfer(of: dataTask)?.receive(data)
    }

    func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      transfer(of: task)?.complete(error)
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
      let isOfTrust = challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
      completionHandler(isOfTrust ? .performDefaultHandling : .rejectProtectionSpace, nil)
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
#endif
