import Foundation
import Lifebus
import LifebusHandlerText
import LifebusJSON
import LifebusWire
import Testing

@testable import LifebusHost

/// What a program is told of a delivery.
@Suite struct ChildDeliveryTests {
  /// An application's own event.
  private struct Sale: LifecycleEvent, Codable {
    static let name = "sale"
    let item: String
  }

  /// What a program that wants all is told of the events that a closure posts after the launch; the last lines of that.
  private func lines(_ count: Int = 1, _ post: (LifecycleBus) -> Void) async throws -> [String] {
    let bus = LifecycleBus()
    let scribe = Scribe()
    let wants = try #require(JSONObject(parsing: Array(#"{"on":["any"]}"#.utf8)))
    try ChildRegistration(wants, name: "scribe").register(scribe, on: bus) { scribe, delivery in scribe.write(delivery) }
    bus.post(Launch(cause: .user, attributes: ["url": "x"]))
    post(bus)
    try await bus.idle()
    return await scribe.lines.suffix(count)
  }

  private func deliver(_ sequence: Int, _ type: String, id: String? = nil, cause: Int? = nil, _ data: String) -> String {
    let causedBy = cause.map { #""causedby":"\#($0)","# } ?? ""
    return #"""
      {"do":"deliver","delivery":7,"attempt":1,"key":"K","timeoutMs":1500,"event":{"specversion":"1.0",\#(id ?? "\"id\":\"\(sequence)\",\"source\":\"lifebus\""),\#
      "type":"dev.lifebus.\#(type)","time":"T","sequence":"\#(sequence)",\#(causedBy)"data":{\#(data)}}}
      """#
  }

  @Test func `A launch has its cause and attributes`() async throws {
    #expect(try await lines { _ in } == [deliver(1, "launch", #""cause":"user","attributes":{"url":"x"}"#)])
  }

  @Test func `Appearances have their place, and a first one what caused it`() async throws {
    let place = #""scope":"article","instance":"42","scene":"left""#
    let appear = Appear(Scope("article", instance: "42"), scene: "left")
    let first = try await lines(2) { $0.post(appear) }
    #expect(first == [deliver(2, "firstAppear", cause: 3, place), deliver(3, "appear", place)])
    let disappear = try await lines { bus in
      bus.post(appear)
      bus.post(Disappear(Scope("article", instance: "42"), scene: "left"))
    }
    #expect(disappear == [deliver(4, "disappear", place)])
  }

  @Test func `A change of phase says from where to where`() async throws {
    let data = #""scene":"main","from":"background","to":"active","isEntry":true,"isExit":false"#
    #expect(try await lines { $0.report(.active) } == [deliver(2, "phaseChanged", data)])
  }

  @Test func `A custom event has its name in its type, and its publisher's id`() async throws {
    let lines = try await lines {
      $0.post(Custom("signed.out", attributes: ["b": "\"", "a": "1"], onceKey: "k"), id: EventID("7", source: "/shop"))
    }
    let data = #""attributes":{"a":"1","b":"\""},"key":"k""#
    #expect(lines == [deliver(2, "custom.signed.out", id: #""id":"7","source":"/shop""#, data)])
  }

  @Test func `An event of the application's own is as it encodes itself`() async throws {
    #expect(try await lines { $0.post(Sale(item: "book")) } == [deliver(2, "custom.sale", #""payload":{"item":"book"}"#)])
  }
}

/// Writes down what a program would be told, but for the key.
private actor Scribe: LifecycleHandler {
  nonisolated let id: HandlerID = "scribe"
  private(set) var lines: [String] = []

  func write(_ delivery: Delivery<AnyEvent>) {
    let line = ChildDelivery(delivery, number: 7, timeout: .milliseconds(1_500), time: "T").command.line
    lines.append(line.replacing(delivery.idempotencyKey, with: "K"))
  }
}
