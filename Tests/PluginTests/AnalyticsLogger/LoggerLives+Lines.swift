import Foundation
import Testing

extension LoggerLives {
  /// A line, as far as these tests look at it.
  struct Line: Decodable {
    struct Payload: Decodable {
      let sequence: Int
      let fromEarlierProcess: Bool?
    }

    let id: String
    let time: String?
    let data: Payload
  }

  /// The lines of all files, the oldest first.
  func lines() throws -> [Line] {
    let names = folder.files().filter { $0.hasPrefix("log") && !$0.contains("/") }
    let ordered = names.sorted { Int($0.dropFirst(4)) ?? 0 > Int($1.dropFirst(4)) ?? 0 }
    return try ordered.flatMap { name in
      try (folder.text(at: name) ?? "").split(separator: "\n").map { line in
        try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      }
    }
  }

  /// Expects each event of the ledger once in the files, in order, and each of these numbers among them.
  func expectEachOnce(_ numbers: ClosedRange<Int>, _ comment: Comment? = nil, _ place: SourceLocation = #_sourceLocation) throws
  {
    try expectEndOnce(numbers.upperBound, comment, place)
    let lines = try lines()
    #expect(lines.first?.data.sequence == 1, comment, sourceLocation: place)
    let given = lines.map(\.id).filter { $0.hasPrefix("n") }
    #expect(Set(given) == Set(numbers.map { "n\($0)" }), comment, sourceLocation: place)
  }

  /// Expects the newest events of the ledger once in the files, in order, up to this number.
  func expectEndOnce(_ number: Int, _ comment: Comment? = nil, _ place: SourceLocation = #_sourceLocation) throws {
    let lines = try lines()
    let first = try #require(lines.first, comment, sourceLocation: place).data.sequence
    #expect(lines.map(\.data.sequence) == Array(first..<(first + lines.count)), comment, sourceLocation: place)
    #expect(Set(lines.map(\.id)).count == lines.count, comment, sourceLocation: place)
    #expect(lines.contains { $0.id == "n\(number)" }, comment, sourceLocation: place)
  }
}
