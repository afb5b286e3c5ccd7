import LifebusJSON
import Testing

@testable import LifebusHost

@Suite struct JSONParserTests {
  private func parse(_ text: String) throws(JSONError) -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

  @Test func `a value is read as it was written`() throws {
    let text = #" {"a":[1,-0.5e+3,true,false,null,{}],"b":"x"} "#
    let value = try parse(text)
    #expect(value.json == #"{"a":[1,-0.5e+3,true,false,null,{}],"b":"x"}"#)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\ud83d\ude00""#, "é😀"), (#""é😀""#, "é😀"),
    (#""\u0000""#, "\0"),
  ])
  func `escapes stand for their characters`(text: String, expected: String) throws {
    #expect(try parse(text) == .string(expected))
  }

  @Test(arguments: [
    ("", 0), ("{", 1), ("{]", 1), (#"{"a"}"#, 4), (#"{"a":1,}"#, 7), (#"{"a":1 "b":2}"#, 7), (#"{"a":1,"a":2}"#, 7),
    ("[1,]", 3), ("[1 2]", 3),
    ("01", 0), ("-", 0), ("1.", 0), ("1e", 0), ("+1", 0), (".5", 0), ("nul", 0), ("NaN", 0), ("tru e", 0),
    (#""a"#, 0), (#""\x""#, 2), (#""\u12""#, 5), (#""\ud800""#, 7), (#""\ude00""#, 7), (#""\ud800\u0041""#, 13),
    ("\"a\nb\"", 2), ("1 2", 2), ("'a'", 0),
  ])
  func `a broken text says where it is broken`(text: String, offset: Int) {
    let error = #expect(throws: JSONError.self) { try parse(text) }
    #expect(error?.offset == offset)
  }

  @Test func `bytes that are not UTF-8 are no string`() {
    #expect(throws: JSONError.self) { try JSONParser.parse([0x22, 0xC3, 0x28, 0x22]) }
  }

  @Test func `depth and members have a limit`() throws {
    let depth = JSONParser.depthLimit
    _ = try parse(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 1_000_000)) }
    let members = (0...JSONParser.memberLimit).map { "\"k\($0)\":1" }.joined(separator: ",")
    #expect(throws: JSONError.self) { try parse("{\(members)}") }
  }

  @Test func `a place is counted in lines and columns`() {
    let bytes = Array("{\n  \"a\": x\n}".utf8)
    let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes) }
    #expect(error.map { $0.place(in: bytes) }.map { [$0.line, $0.column] } == [2, 8])
  }

  @Test func `what is written can be read again`() throws {
    let text = "a\"b\\c\n\r\t\u{1}\u{1F}é😀\u{7F}"
    #expect(try parse(JSONLine.quoted(text)) == .string(text))
  }
}
