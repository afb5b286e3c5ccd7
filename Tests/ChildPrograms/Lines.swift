import LifebusJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A line of the host's.
struct HostLine {
  let object: JSONObject

  /// The next one; nil when the input is closed.
  static func next() -> HostLine? { readLine().flatMap { JSONObject(parsing: Array($0.utf8)) }.map(HostLine.init) }

  var verb: String { object.text("do") ?? "" }
  var delivery: Int { object.number("delivery") ?? 0 }
  var attempt: Int { object.number("attempt") ?? 0 }
  /// The event's name, or its kind if it has none.
  var name: String { object.object("event")?.text("type")?.split(separator: ".").last.map(String.init) ?? "" }
  /// What the event brings.
  var value: String { object.object("event")?.object("data")?.object("attributes")?.text("value") ?? "" }
}

/// Writes bytes to the host, and waits until they are taken.
func say(bytes: [UInt8]) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}

/// Writes a line to the host.
func say(_ line: String) { say(bytes: Array((line + "\n").utf8)) }

/// Tells people something.
func log(_ text: String) { say(#"{"log":\#(JSONLine.quoted(text))}"#) }

/// Lives, and does nothing more.
func sleepForEver() -> Never { while true { pause() } }

/// Ends as a crash does.
func crash() -> Never {
  kill(getpid(), SIGKILL)
  sleepForEver()
}
