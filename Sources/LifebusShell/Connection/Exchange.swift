internal import LifebusSystem
internal import LifebusWire

/// One connection with a host, but for the system's calls: what is to be sent, what has come, and who waits since when.
///
/// 1. What is fed in is sent after the request, as the host takes it.
/// 2. The host's greeting comes first, then what was asked for, line by line.
/// 3. The host's last line ends it; so does a host that goes away, or keeps silent for longer than the patience lasts.
///
/// Times are counted from any one instant.
struct Exchange {
  /// What comes from the host.
  enum Heard: Equatable {
    case greeting(pid: Int)
    case line([UInt8])
  }

  /// How long a host may take for what it has to say.
  enum Patience: Equatable {
    /// For every answer, the greeting too.
    case each(Duration)
    /// For the greeting; what comes then may take for ever.
    case greeting(Duration)
  }

  /// The bytes that wait to be sent; where there are more, nothing is fed in.
  static let feedLimit = 1 << 18
  /// The longest line of a host (64 MiB).
  static let lineLimit = 1 << 26

  private(set) var unsent = ByteQueue()
  private var isFed = false
  private var hasGreeting = false
  private(set) var ending: Ending?
  private var splitter = LineSplitter(limit: Self.lineLimit)
  private var asked = LineCount()
  private var answered = 0
  private let patience: Patience
  /// When the host was heard last, or was asked something after it owed nothing.
  private var quietSince: Duration
  private var lastSent: Duration

  init(_ request: WireRequest, patience: Patience, at now: Duration) {
    self.patience = patience
    quietSince = now
    lastSent = now
    unsent.append(Array((request.line + "\n").utf8))
  }

  /// How many lines that were fed in have no answer.
  var unanswered: Int { asked.lines - answered }

  // MARK: Sending

  /// Whether more may be fed in now.
  var takesMore: Bool { !isFed && unsent.count < Self.feedLimit }

  /// Whether all is sent, and no more will come.
  var isSent: Bool { isFed && unsent.isEmpty }

  /// Takes in more to send.
  mutating func feed(_ bytes: some Collection<UInt8>, at now: Duration) {
    let owed = owesSomething
    asked.take(bytes)
    unsent.append(bytes)
    if !owed { quietSince = now }
  }

  /// Takes in that there is no more to send; a last line that has no end gets one.
  mutating func endFeed(at now: Duration) {
    if unsent.last != UInt8(ascii: "\n") { feed([UInt8(ascii: "\n")], at: now) }
    if !owesSomething { quietSince = now }
    isFed = true
  }

  mutating func sent(_ count: Int, at now: Duration) {
    unsent.removeFirst(count)
    lastSent = now
  }

  /// Takes in that the host takes nothing more; what it has said may still come.
  mutating func stopSending() {
    unsent.removeFirst(unsent.count)
    isFed = true
  }

  // MARK: Receiving

  /// Takes in what has come, and returns what it says.
  mutating func receive(_ bytes: [UInt8], at now: Duration) -> [Heard] {
    quietSince = now
    return bytes.withUnsafeBytes { splitter.take($0) }.compactMap { hear($0.bytes) }
  }

  /// Takes in that nobody listens to the host just now: its silence is not its fault.
  mutating func excuse(at now: Duration) { quietSince = now }

  /// Takes in that the host has closed the connection.
  mutating func close() { end(.cutOff) }

  private mutating func hear(_ line: [UInt8]?) -> Heard? {
    guard ending == nil else { return nil }
    guard let line else {
      end(.garbled("a line of it is longer than \(Self.lineLimit) bytes"))
      return nil
    }
    if line.starts(with: Wire.controlPrefix.utf8) { return hearControl(line) }
    guard hasGreeting else {
      end(.garbled("it does not begin with a greeting"))
      return nil
    }
    answered += 1
    return .line(line)
  }

  private mutating func hearControl(_ line: [UInt8]) -> Heard? {
    do throws(WireError) {
      switch try WireLine(line) {
      case .greeting(let pid, _):
        hasGreeting = true
        return .greeting(pid: pid)
      case .refusal(let reason, let code): end(.refused(reason, exitCode: code))
      case .end(.complete): end(.complete)
      case .end(.shutdown): end(.shutdown)
      }
    } catch {
      switch error {
      case .otherVersion(let version): end(.otherVersion(version))
      case .malformed(let problem): end(.garbled(problem))
      }
    }
    return nil
  }

  /// Ends it; the first ending counts.
  private mutating func end(_ ending: Ending) { self.ending = self.ending ?? ending }

  // MARK: Time

  /// When ``tick(at:)`` has something to do next; nil: never.
  var nextTick: Duration? { [limit, nextIdle].compactMap { $0 }.min() }

  /// Gives up a host that keeps silent, and tells one that waits for input that it is still to come.
  mutating func tick(at now: Duration) {
    if let limit, now >= limit { end(.silent) }
    guard let nextIdle, now >= nextIdle else { return }
    unsent.append([Wire.idle])
    lastSent = now
  }

  private var limit: Duration? {
    switch patience {
    case .each(let time): owesSomething ? quietSince + time : nil
    case .greeting(let time): hasGreeting ? nil : quietSince + time
    }
  }

  /// An idle byte stands between lines only.
  private var nextIdle: Duration? {
    let isBetweenLines = [UInt8(ascii: "\n"), Wire.idle].contains(unsent.last)
    return !isFed && unsent.isEmpty && isBetweenLines ? lastSent + .seconds(Wire.idleSeconds) : nil
  }

  private var owesSomething: Bool { !hasGreeting || !unsent.isEmpty || unanswered > 0 || isFed }
}
