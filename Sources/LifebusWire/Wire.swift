/// What `lifebus` and `lifebus-host` say to each other over the host's socket.
///
/// One connection, one request. All is lines of UTF-8 text, most of them JSON objects:
///
/// 1. The client sends its request on one line, such as `{"lifebus":1,"do":"status"}`. The number is the protocol's version.
/// 2. The host answers `{"lifebus":1,"pid":123,"appVersion":"1"}`; or `{"lifebus":1,"error":TEXT,"exitCode":N}`, and closes.
/// 3. What follows depends on the request (``WireRequest``). A line of the host's that begins with `{"lifebus":` is about the
///    connection; every other line is what was asked for.
/// 4. The host ends with `{"lifebus":1,"end":REASON}` and closes. A connection that closes without it was cut off.
///
/// With `emit`, the client sends the events, one a line, as in a file of events, and shuts down its sending side when it has no
/// more; the host answers each line that is not empty with one line, in their order. A client that has nothing to send for long
/// sends ``Wire/idle`` bytes between its lines, and is not closed then.
package enum Wire {
  /// The protocol's version, which grows when a program of before could no longer be understood.
  package static let version = 1

  /// What a client sends to say that it is still there (SYN, which cannot stand in JSON); the host drops it.
  package static let idle: UInt8 = 0x16

  /// What the host's lines about the connection itself begin with.
  package static let controlPrefix = "{\"lifebus\":"

  /// How often a client that waits for input says so, in seconds; well below the time after which a host closes a silent connection.
  package static let idleSeconds = 10
}
