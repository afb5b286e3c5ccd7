import LifebusJSON
import LifebusSystem

/// This program as a plugin of a host: it answers each delivery at once, and says in the end how long that took.
///
/// With the option `crashes` it is killed at the first call for each event, and writes down at the second how long it was away.
struct MeasuredPlugin {
  private let clock = ContinuousClock()
  private var first: ContinuousClock.Instant?
  private var deliveries = 0
  private var isInOrder = true
  private var crashes: Crashes?

  /// Talks with the host until it says `stop`.
  mutating func run() throws {
    var lines = LineSplitter(limit: 1 << 20)
    while let bytes = try Descriptor.standardInput.readSome(1 << 16), !bytes.isEmpty {
      for line in bytes.withUnsafeBytes({ lines.take($0) }) { try take(line.bytes ?? []) }
    }
  }

  /// The members of a host's line have a known order: a delivery is not parsed.
  private mutating func take(_ line: [UInt8]) throws {
    if line.starts(with: Self.delivery) {
      try answer(line)
    } else if let object = JSONObject(parsing: line), case .string(let action)? = object["do"] {
      if action == "start" { try start(object) }
      if action == "stop" { tell() }
    }
  }

  static let delivery = Array(#"{"do":"deliver","delivery":"#.utf8)

  private mutating func start(_ object: JSONObject) throws {
    if case .string(let folder)? = object["folder"], case .object(let options)? = object["options"] {
      crashes = options["crashes"] == .bool(true) ? Crashes(in: folder) : nil
    }
    try Descriptor.standardOutput.write(Array("{\"lifebus\":1,\"on\":[\"custom:tick\"]}\n".utf8))
  }

  private mutating func answer(_ line: [UInt8]) throws {
    first = first ?? clock.now
    deliveries += 1
    let number = line[Self.delivery.count...].prefix { $0 != UInt8(ascii: ",") }
    isInOrder = isInOrder && number.elementsEqual(String(deliveries).utf8)
    try crashes?.take(line)
    try Descriptor.standardOutput.write(Array(#"{"delivery":"#.utf8) + number + Array(",\"done\":true}\n".utf8))
  }

  private func tell() {
    let nanoseconds = (first?.duration(to: clock.now) ?? .zero) / .nanoseconds(1)
    let words = "\(deliveries) deliveries \(isInOrder ? "in order" : "out of order"), \(Int(nanoseconds)) ns\n"
    try? Descriptor.standardError.write(Array(words.utf8))
  }
}
