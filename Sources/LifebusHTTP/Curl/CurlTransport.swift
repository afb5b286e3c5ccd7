#if os(Linux)
  internal import LifebusThreads

  /// Runs exchanges by curl, each on a thread and a connection of its own.
  struct CurlTransport: Sendable {
    /// Returns the answer's head when all of its body was handed on.
    func run(_ exchange: Exchange) async throws -> HTTPHead {
      let line = try CurlLine(until: exchange.deadline)
      let thread = ThreadExecutor(name: "lifebus.http")
      defer { thread.close() }
      return try await withTaskCancellationHandler {
        try await withTaskExecutorPreference(thread) { try await Self.block(for: exchange, on: line) }
      } onCancel: {
        line.cancel()
      }
    }

    /// Blocks the thread that is preferred, as no shared one may be.
    @concurrent private static func block(for exchange: Exchange, on line: CurlLine) async throws -> HTTPHead {
      try CurlTransfer(of: exchange, on: line).run()
    }
  }
#endif
