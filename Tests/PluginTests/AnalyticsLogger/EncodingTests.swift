import AnalyticsLogger
import Foundation
import Testing

@Suite struct EncodingTests {
  @Test func `every text comes back from JSON as it was`() throws {
    var random = SystemRandomNumberGenerator()
    var texts = ["", "\"\\/\u{8}\u{c}\n\r\t\0\u{1f}\u{7f}", "é\u{301}🇨🇭👩‍👩‍👧", "\u{2028}\u{2029}\u{feff}\u{10ffff}"]
    for _ in 0..<500 {
      let scalars = (0..<20).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0..<0x3000, using: &random)) }
      texts.append(String(String.UnicodeScalarView(scalars)))
    }
    for text in texts {
      let json = JSONText { json in
        json.add("text", text)
        json.add("texts", [text: text])
      }
      #expect(!json.bytes.contains(10))
      let decoded = try JSONDecoder().decode(Decoded.self, from: Data(json.bytes))
      #expect(Array(decoded.text.utf8) == Array(text.utf8))
      #expect(decoded.texts.first.map { Array($0.key.utf8) } == Array(text.utf8))
    }
  }

  struct Decoded: Decodable {
    let text: String
    let texts: [String: String]
  }

  @Test func `commas stand between fields, at every depth`() {
    let json = JSONText { json in
      json.add("empty") { _ in }
      json.add("none", [:])
      json.add("inner") { json in
        json.add("number", -5)
        json.add("flag", true)
      }
      json.add("raw", json: "[1]".utf8)
    }
    #expect(
      String(decoding: json.bytes, as: UTF8.self)
        == #"{"empty":{},"none":{},"inner":{"number":-5,"flag":true},"raw":[1]}"#)
  }

  @Test func `a time is written as Foundation writes it`() {
    var random = SystemRandomNumberGenerator()
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let edges = [0, 951_782_399_999, 951_782_400_000, 4_107_542_399_999, 4_107_542_400_000, -1, -86_400_000]
    for milliseconds in edges + (0..<2000).map({ _ in Int.random(in: -2_000_000_000_000...8_000_000_000_000, using: &random) })
    {
      // Half a millisecond more: Foundation cuts, and a Double is often a little less.
      let date = Date(timeIntervalSince1970: (Double(milliseconds) + 0.5) / 1000)
      #expect(Timestamp.text(milliseconds) == date.formatted(style))
    }
  }
}
