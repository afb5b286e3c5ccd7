#if os(Linux)
  internal import CCurl
  internal import LifebusThreads

  /// Where one transfer waits for its connection, its time and its cancelling.
  final class CurlLine: Sendable {
    /// The longest wait between two looks at the time, in milliseconds.
    private static let longestWait: Int64 = 60_000

    // It lives as long as this object. curl lets every thread wake it; all else with it is done by the transfer's thread.
    private nonisolated(unsafe) let handle: UnsafeMutableRawPointer
    private let deadline: Deadline
    private let isCancelled = Lock(false)

    init(until deadline: Deadline) throws(HTTPTrouble) {
      guard CurlTransfer.isReady, let handle = curl_multi_init() else { throw .noCurl }
      self.handle = handle
      self.deadline = deadline
    }

    deinit { curl_multi_cleanup(handle) }

    /// Ends the transfer at once, from any thread.
    func cancel() {
      isCancelled.withLock { $0 = true }
      curl_multi_wakeup(handle)
    }

    /// Returns what is left of the time; an error if nothing is, or the transfer is cancelled.
    @discardableResult
    func check() throws -> Duration {
      if isCancelled.withLock({ $0 }) { throw CancellationError() }
      return try deadline.remaining()
    }

    /// Plays a transfer to its end; an error if it is to end before.
    func play(_ transfer: UnsafeMutableRawPointer) throws -> CURLcode {
      curl_multi_add_handle(handle, transfer)
      defer { curl_multi_remove_handle(handle, transfer) }
      var running: Int32 = 1
      while true {
        let left = try check()
        guard curl_multi_perform(handle, &running) == CURLM_OK else { throw HTTPTrouble.noCurl }
        guard running > 0 else { break }
        curl_multi_poll(handle, nil, 0, Self.milliseconds(of: left), nil)
      }
      var count: Int32 = 0
      guard let message = curl_multi_info_read(handle, &count) else { throw HTTPTrouble.noCurl }
      return message.pointee.data.result
    }

    /// Rounded up: a wait that ends before the time would only be repeated.
    private static func milliseconds(of time: Duration) -> Int32 {
      Int32(min(time / .milliseconds(1), Double(longestWait)).rounded(.up))
    }
  }

  extension HTTPTrouble {
    static let noCurl = connection("curl cannot start")
  }
#endif
