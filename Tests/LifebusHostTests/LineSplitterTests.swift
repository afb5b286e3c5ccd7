import LifebusSystem
import Testing

@testable import LifebusHost

@Suite struct LineSplitterTests {
  private func split(_ chunks: [String], limit: Int = 8) -> [String] {
    var splitter = LineSplitter(limit: limit)
    var lines = chunks.flatMap { chunk in Array(chunk.utf8).withUnsafeBytes { splitter.take($0) } }
    if let last = splitter.finish() { lines.append(last) }
    return lines.map { line in "\(line.number):" + (line.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "too long") }
  }

  @Test(arguments: [["ab\ncd\n"], ["a", "b\nc", "d", "\n"], ["ab\n", "cd"], ["ab\ncd"]])
  func `lines are the same however the bytes come`(chunks: [String]) {
    #expect(split(chunks) == ["1:ab", "2:cd"])
  }

  @Test func `empty lines are lines`() {
    #expect(split(["\n\na\n\n"]) == ["1:", "2:", "3:a", "4:"])
  }

  @Test(arguments: [["123456789\nok\n"], ["1234567", "89\nok"], ["123456789", "0", "\n", "ok\n"]])
  func `a line above the limit is skipped to its end`(chunks: [String]) {
    #expect(split(chunks) == ["1:too long", "2:ok"])
  }

  @Test func `a line at the limit is whole, and a long one at the end is told`() {
    #expect(split(["12345678\n123456789"]) == ["1:12345678", "2:too long"])
  }
}
