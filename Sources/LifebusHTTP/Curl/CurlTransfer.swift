#if os(Linux)
  internal import CCurl
  internal import FoundationEssentials

  /// One exchange, by curl.
  ///
  /// Cycle: ``run()`` blocks its thread until the answer is whole or something is against it. curl hands on lines of the head
  /// and parts of the body on the same thread, and reads on when they are taken.
  final class CurlTransfer {
    private let line: CurlLine
    private let handle: CurlHandle
    private var heads = HeadReader()
    private var intake: Intake
    /// Why the transfer is cut off: something is against it, or the head is all that is wanted.
    private var cut: Result<HTTPHead, any Error>?

    /// Whether curl has started, once for the process.
    static let isReady = curl_global_init(Int(lifebus_curl_global_default)) == CURLE_OK

    init(of exchange: Exchange, on line: CurlLine) throws(HTTPTrouble) {
      self.line = line
      handle = try CurlHandle(for: exchange)
      intake = Intake(for: exchange)
    }

    func run() throws -> HTTPHead {
      try handle.setReceivers(
        line: { receive($0, $1, $2, $3) { try $0.takeLine($1) } }, part: { receive($0, $1, $2, $3) { try $0.takePart($1) } },
        context: Unmanaged.passUnretained(self).toOpaque())
      let code = try line.play(handle.raw)
      if let cut { return try cut.get() }
      try handle.check(code)
      guard let head = intake.head else { throw HTTPTrouble.noHead }
      return head
    }

    private func takeLine(_ bytes: UnsafeRawBufferPointer) throws {
      guard let head = try heads.read(bytes, status: handle.status) else { return }
      if try !intake.begin(head) { cut = .success(head) }
    }

    private func takePart(_ bytes: UnsafeRawBufferPointer) throws {
      try intake.take(Data(bytes))
    }

    /// Lets something be taken; false if the transfer is to end with that.
    fileprivate func goesOn(after take: (CurlTransfer) throws -> Void) -> Bool {
      guard cut == nil else { return false }
      do {
        try line.check()
        try take(self)
      } catch {
        cut = .failure(error)
      }
      return cut == nil
    }
  }

  /// What curl calls: with bytes, their size in two factors, and the transfer; it ends the transfer if it gets another size.
  private func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?,
    take: (CurlTransfer, UnsafeRawBufferPointer) throws -> Void
  ) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer.goesOn { try take($0, buffer) } ? buffer.count : 0
  }
#endif
