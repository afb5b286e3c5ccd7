import LifebusSystem

/// This program as a plugin of a host: it answers each delivery at once, and says in the end how long that took.
struct MeasuredPlugin {
  private let clock = ContinuousClock()
  private var first: ContinuousClock.Instant?
  private var deliveries = 0
  private var isInOrder = true

  /// Talks with the host until it says `stop`.
  mutating func run() throws {
    var lines = LineSplitter(limit: 1 << 20)
    while let bytes = try Descriptor.standardInput.readSome(1 << 16), !bytes.isEmpty {
      for line in bytes.withUnsafeBytes({ lines.take($0) }) { try take(line.bytes ?? []) }
    }
  }

  /// Lines of a host have their members in a known order.
  private mutating func take(_ line: [UInt8]) throws {
    switch line {
    case _ where line.starts(with: Self.delivery):
      let number = line[Self.delivery.count...].prefix { $0 != UInt8(ascii: ",") }
      try answer(number)
    case _ where line.starts(with: #"{"lifebus":1,"do":"start""#.utf8):
      try Descriptor.standardOutput.write(Array("{\"lifebus\":1,\"on\":[\"custom:tick\"]}\n".utf8))
    case _ where line.starts(with: #"{"do":"stop"}"#.utf8):
      tell()
    default: break
    }
  }

  static let delivery = Array(#"{"do":"deliver","delivery":"#.utf8)

  private mutating func answer(_ number: ArraySlice<UInt8>) throws {
    first = first ?? clock.now
    deliveries += 1
    isInOrder = isInOrder && number.elementsEqual(String(deliveries).utf8)
    try Descriptor.standardOutput.write(Array(#"{"delivery":"#.utf8) + number + Array(",\"done\":true}\n".utf8))
  }

  private func tell() {
    let nanoseconds = (first?.duration(to: clock.now) ?? .zero) / .nanoseconds(1)
    let words = "\(deliveries) deliveries \(isInOrder ? "in order" : "out of order"), \(Int(nanoseconds)) ns\n"
    try? Descriptor.standardError.write(Array(words.utf8))
  }
}
