internal import LifebusSystem

/// A text in columns, each as wide as its longest cell; the last one is as long as it is.
struct TextTable {
  /// What stands in one column of one row.
  struct Cell: ExpressibleByStringLiteral {
    let text: String
    let mood: Colours.Mood

    init(_ text: String?, _ mood: Colours.Mood = .plain) {
      self.text = visible(text ?? "")
      self.mood = mood
    }

    init(stringLiteral text: String) { self.init(text) }
  }

  private let headings: [String]
  private var rows: [[Cell]] = []

  /// Begins a table; without headings its rows stand alone.
  init(_ headings: [String] = []) {
    self.headings = headings
  }

  mutating func add(_ cells: [Cell]) { rows.append(cells) }

  func lines(_ colours: Colours, indent: String = "") -> [String] {
    let widths = widths
    let heading = headings.isEmpty ? [] : [trimmed(zip(headings, widths).map { $0.padded($1) }.joined(separator: "  "))]
    return heading.map { indent + colours.dim($0) } + rows.map { indent + line($0, widths, colours) }
  }

  private var widths: [Int] {
    let columns = max(headings.count, rows.map(\.count).max() ?? 0)
    return (0..<columns).map { column in
      let cells = rows.compactMap { column < $0.count ? $0[column].text.unicodeScalars.count : nil }
      return max(column < headings.count ? headings[column].count : 0, cells.max() ?? 0)
    }
  }

  private func line(_ row: [Cell], _ widths: [Int], _ colours: Colours) -> String {
    let last = row.lastIndex { $0.text.contains { $0 != " " } } ?? -1
    return zip(row, widths).prefix(last + 1).enumerated().map { column, cell in
      let space = column == last ? "" : String(repeating: " ", count: cell.1 - cell.0.text.unicodeScalars.count)
      return colours.paint(cell.0.text, cell.0.mood) + space
    }.joined(separator: "  ")
  }

  private func trimmed(_ text: String) -> String {
    let end = text.lastIndex { $0 != " " } ?? text.startIndex
    return text.isEmpty ? text : String(text[...end])
  }
}
