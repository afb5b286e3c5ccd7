import Lifebus
import Testing

@testable import LifebusHost

@Suite struct EventLineTests {
  private func parse(_ text: String) throws(LineError) -> EventLine { try EventLine.parse(Array(text.utf8)) }

  private static let home = Place(scope: "home", scene: .main)

  private static let shortLines: [(String, EventLine)] = [
    (#"{"type":"launch","cause":"user"}"#, EventLine(content: .launch(.user, attributes: [:]), id: nil)),
    (#"{"type":"launch"}"#, EventLine(content: .launch(.unknown, attributes: [:]), id: nil)),
    (#"{"type":"appear","scope":"home","at":12}"#, EventLine(content: .appear(home), id: nil)),
    (
      #"{"type":"appear","scope":"article","instance":"42","scene":"second","id":"e1"}"#,
      EventLine(content: .appear(Place(scope: Scope("article", instance: "42"), scene: "second")), id: "e1")
    ),
    (#"{"type":"disappear","scope":"home"}"#, EventLine(content: .disappear(home), id: nil)),
    (#"{"type":"phase","to":"active"}"#, EventLine(content: .phase(.active, scene: .main, reason: nil), id: nil)),
    (
      #"{"type":"phase","to":"inactive","scene":"a","reason":"configurationChange"}"#,
      EventLine(content: .phase(.inactive, scene: "a", reason: .configurationChange), id: nil)
    ),
    (
      #"{"type":"custom","name":"x","id":"1","key":"k","attributes":{"a":"b"}}"#,
      EventLine(content: .custom("x", attributes: ["a": "b"], key: "k"), id: "1")
    ),
    (
      #"{"type":"custom","name":"x","data":{"n":1.50,"list":[1,{"a":null}],"on":true}}"#,
      EventLine(content: .custom("x", attributes: ["n": "1.50", "list": #"[1,{"a":null}]"#, "on": "true"], key: nil), id: nil)
    ),
  ]

  @Test(arguments: shortLines)
  func `the short form is read`(text: String, expected: EventLine) throws {
    #expect(try parse(text) == expected)
  }

  private static func cloud(_ type: String, _ data: String, more: String = "") -> String {
    #"{"specversion":"1.0","id":"7","source":"/shop","type":"\#(type)","data":\#(data)\#(more)}"#
  }

  private static let cloudEvents: [(String, EventLine.Content)] = [
    (cloud("dev.lifebus.launch", #"{"cause":"prewarm","attributes":{"a":"b"}}"#), .launch(.prewarm, attributes: ["a": "b"])),
    (cloud("dev.lifebus.launch", "null"), .launch(.unknown, attributes: [:])),
    (cloud("dev.lifebus.appear", #"{"scope":"home"}"#, more: #","time":"2026-01-01T00:00:00Z","trace1":"x""#), .appear(home)),
    (cloud("dev.lifebus.disappear", #"{"scope":"home"}"#), .disappear(home)),
    (cloud("dev.lifebus.phase", #"{"to":"ended","scene":"b"}"#), .phase(.ended, scene: "b", reason: nil)),
    (cloud("dev.lifebus.custom.paid", #"{"attributes":{"n":1},"key":"k"}"#), .custom("paid", attributes: ["n": "1"], key: "k")),
    (cloud("dev.lifebus.custom.paid", #"{"n":1,"key":"k"}"#), .custom("paid", attributes: ["n": "1", "key": "k"], key: nil)),
    (cloud("com.shop.paid", #"{"order":"42"}"#), .custom("com.shop.paid", attributes: ["order": "42"], key: nil)),
    (cloud("com.shop.paid", "[1]"), .custom("com.shop.paid", attributes: ["data": "[1]"], key: nil)),
  ]

  @Test(arguments: cloudEvents)
  func `a CloudEvent is read, with its source in its identity`(text: String, expected: EventLine.Content) throws {
    #expect(try parse(text) == EventLine(content: expected, id: EventID("7", source: "/shop")))
  }

  @Test(arguments: [
    (#"{"scope":"home"}"#, "field 'type' is missing"),
    (#"{"type":7}"#, "field 'type' is a number: give a string"),
    (#"{"type":"open"}"#, "field 'type' 'open' is unknown; known are launch, appear, disappear, phase, custom"),
    (#"{"type":"firstAppear","scope":"home"}"#, "field 'type' 'firstAppear' is derived by the bus: post 'appear' instead"),
    (#"{"type":"phaseChanged"}"#, "field 'type' 'phaseChanged' is derived by the bus: post 'phase' instead"),
    (#"{"type":"appear"}"#, "field 'scope' is missing"),
    (#"{"type":"appear","scope":""}"#, "field 'scope' is empty"),
    (#"{"type":"appear","scope":null}"#, "field 'scope' is null: give a string"),
    (
      #"{"type":"appear","scop":"home"}"#,
      "field 'scop' is unknown; 'appear' knows type, at, scope, instance, scene, id"
    ),
    (#"{"type":"appear","scope":"home","at":"soon"}"#, "field 'at' is a string: give a number"),
    (#"{"type":"launch","cause":"magic"}"#, "field 'cause' 'magic' is unknown; known are user, background, prewarm, unknown"),
    (#"{"type":"phase"}"#, "field 'to' is missing; known are active, inactive, background, ended"),
    (#"{"type":"phase","to":"gone"}"#, "field 'to' 'gone' is unknown; known are active, inactive, background, ended"),
    (#"{"type":"phase","to":"active","reason":"x"}"#, "field 'reason' 'x' is unknown; known are configurationChange"),
    (#"{"type":"custom"}"#, "field 'name' is missing"),
    (#"{"type":"custom","name":"x","data":[1]}"#, "field 'data' is a list: give an object"),
    (#"{"type":"custom","name":"x","data":{},"attributes":{}}"#, "field 'data' stands beside 'attributes': give one of them"),
    ("[]", "is a list: give an object"),
    ("launch", "broken JSON at column 1: expected a value"),
    (#"{"type":"launch""#, "broken JSON at column 17: expected ',' or '}', found the end"),
    (#"{"type":"launch","type":"launch"}"#, "broken JSON at column 18: the key 'type' stands twice"),
    (#"{"specversion":"0.3"}"#, "field 'specversion' must be \"1.0\""),
    (#"{"specversion":"1.0","source":"/s","type":"t"}"#, "field 'id' is missing"),
    (#"{"specversion":"1.0","id":"1","type":"t"}"#, "field 'source' is missing"),
    (#"{"specversion":"1.0","id":"1","source":"/s"}"#, "field 'type' is missing"),
    (cloud("dev.lifebus.appear", #"{}"#), "field 'data.scope' is missing"),
    (cloud("dev.lifebus.appear", "1"), "field 'data' is a number: give an object"),
    (
      cloud("dev.lifebus.appear", #"{"scope":"home","id":"1"}"#),
      "field 'data.id' is unknown; the data of 'dev.lifebus.appear' knows scope, instance, scene"
    ),
    (cloud("dev.lifebus.firstAppear", "{}"), "field 'type' 'firstAppear' is derived by the bus: post 'appear' instead"),
    (
      cloud("dev.lifebus.apear", "{}"),
      "field 'type' 'apear' is unknown; known are launch, appear, disappear, phase, custom"
    ),
    (
      cloud("dev.lifebus.custom", "{}"),
      "field 'type' 'dev.lifebus.custom' has no name: write 'dev.lifebus.custom.NAME'"
    ),
    (
      cloud("t", "1", more: #","Extra":1"#),
      """
      field 'Extra' is unknown, and no name of an extension; known are specversion, id, source, type, data, datacontenttype, \
      dataschema, subject, time
      """
    ),
  ])
  func `a wrong line names the field and what is known`(text: String, problem: String) {
    let error = #expect(throws: LineError.self) { try parse(text) }
    #expect(error?.description == problem)
  }
}
