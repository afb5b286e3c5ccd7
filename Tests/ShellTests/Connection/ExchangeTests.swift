import LifebusSystem
import LifebusWire
import Testing

@testable import LifebusShell

@Suite struct ExchangeTests {
  static let emit = WireRequest.emit(wait: .settled, timeoutMilliseconds: 1)

  private func exchange(_ request: WireRequest = .status, _ patience: Exchange.Patience = .each(.seconds(5))) -> Exchange {
    var exchange = Exchange(request, patience: patience, at: .zero)
    if request != Self.emit { exchange.endFeed(at: .zero) }
    return exchange
  }

  private func bytes(_ lines: String...) -> [UInt8] { lines.flatMap { Array(($0 + "\n").utf8) } }

  private func unsent(_ exchange: Exchange) -> String { exchange.unsent.withFirst { String(decoding: $0, as: UTF8.self) } }

  @Test func `The request is sent first, then what is fed in`() {
    var exchange = exchange(Self.emit)
    exchange.feed(Array("{}\n".utf8), at: .zero)
    #expect(unsent(exchange) == Self.emit.line + "\n{}\n")
    #expect(!exchange.isSent && exchange.unanswered == 1)
  }

  @Test func `A last line without an end gets one, and blank lines have no answer`() {
    var exchange = exchange(Self.emit)
    exchange.feed(Array("\n \t\r\n{}".utf8), at: .zero)
    exchange.endFeed(at: .zero)
    #expect(unsent(exchange).hasSuffix("{}\n") && exchange.unanswered == 1)
  }

  @Test func `A host that takes nothing stops the feeding`() {
    var exchange = exchange(Self.emit)
    exchange.feed([UInt8](repeating: 0x20, count: Exchange.feedLimit), at: .zero)
    #expect(!exchange.takesMore)
    exchange.sent(1_000, at: .zero)
    #expect(exchange.takesMore)
  }

  @Test func `The greeting is heard, then the lines, up to the host's last`() {
    var exchange = exchange()
    let heard = exchange.receive(bytes(FakeHost.greeting, "{}", FakeHost.complete, "late"), at: .zero)
    #expect(heard == [.greeting(pid: 4_711), .line(Array("{}".utf8))] && exchange.ending == .complete)
  }

  @Test func `Bytes may come one by one`() {
    var exchange = exchange()
    let heard = bytes(FakeHost.greeting, "{}", FakeHost.complete).flatMap { exchange.receive([$0], at: .zero) }
    #expect(heard.count == 2 && exchange.ending == .complete)
  }

  @Test(arguments: [
    (#"{"lifebus":1,"error":"too many","exitCode":6}"#, Ending.refused("too many", exitCode: 6)),
    (#"{"lifebus":2,"pid":1}"#, .otherVersion(2)),
    (#"{"lifebus":2,"error":"other","exitCode":7}"#, .otherVersion(2)),
    (#"{"lifebus":1}"#, .garbled("the answer says nothing")),
    (#"{"lifebus":"#, .garbled("the answer is no JSON object")),
    ("HTTP/1.1 400 Bad Request", .garbled("it does not begin with a greeting")),
  ]) func `What is no greeting ends the exchange`(_ line: String, _ ending: Ending) {
    var exchange = exchange()
    #expect(exchange.receive(bytes(line), at: .zero).isEmpty && exchange.ending == ending)
  }

  @Test func `A connection that closes without a last line was cut off`() {
    var exchange = exchange()
    _ = exchange.receive(bytes(FakeHost.greeting, "{}") + Array("{\"ha".utf8), at: .zero)
    exchange.close()
    #expect(exchange.ending == .cutOff)
  }

  @Test func `A host that keeps silent is given up, and each word of it gives it its time again`() {
    var exchange = exchange()
    #expect(exchange.nextTick == .seconds(5))
    _ = exchange.receive(bytes(FakeHost.greeting), at: .seconds(4))
    exchange.tick(at: .seconds(5))
    #expect(exchange.ending == nil && exchange.nextTick == .seconds(9))
    exchange.tick(at: .seconds(9))
    #expect(exchange.ending == .silent)
  }

  @Test func `A host that nobody listens to is not given up`() {
    var exchange = exchange()
    exchange.excuse(at: .seconds(6))
    exchange.tick(at: .seconds(7))
    #expect(exchange.ending == nil && exchange.nextTick == .seconds(11))
  }

  @Test func `A tail waits for ever once it is greeted`() {
    var exchange = exchange(.tail(.init()), .greeting(.seconds(5)))
    #expect(exchange.nextTick == .seconds(5))
    _ = exchange.receive(bytes(FakeHost.greeting), at: .seconds(1))
    #expect(exchange.nextTick == nil)
  }

  @Test func `While input is to come the host is told each ten seconds, between lines only`() {
    var exchange = exchange(Self.emit)
    exchange.sent(exchange.unsent.count, at: .zero)
    _ = exchange.receive(bytes(FakeHost.greeting), at: .zero)
    #expect(exchange.nextTick == .seconds(10))
    exchange.tick(at: .seconds(10))
    #expect(unsent(exchange) == "\u{16}")
    exchange.sent(1, at: .seconds(10))
    #expect(exchange.nextTick == .seconds(20))
    exchange.feed(Array("{".utf8), at: .seconds(11))
    exchange.sent(1, at: .seconds(11))
    #expect(exchange.nextTick == nil)
  }

  @Test func `An idle client owes nothing and is owed nothing`() {
    var exchange = exchange(Self.emit)
    exchange.sent(exchange.unsent.count, at: .zero)
    _ = exchange.receive(bytes(FakeHost.greeting), at: .zero)
    exchange.tick(at: .seconds(7))
    #expect(exchange.ending == nil)
    exchange.feed(Array("{}\n".utf8), at: .seconds(8))
    exchange.sent(3, at: .seconds(8))
    #expect(exchange.nextTick == .seconds(13))
  }
}
