internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Shows pages one after another: in a terminal each in the place of the one before, elsewhere with an empty line between.
///
/// A page is written over the one before, line by line, so that nothing flickers. The terminal keeps its modes and its cursor:
/// a program that is interrupted leaves it clean.
struct Screen {
  private let isOverwriting: Bool
  private var isFirst = true

  init(isWatching: Bool) {
    isOverwriting = isWatching && Descriptor.standardOutput.isTerminal && environment("TERM") != "dumb"
  }

  mutating func show(_ page: String) {
    defer { isFirst = false }
    guard isOverwriting else { return Talk.write(Array((isFirst ? page : "\n" + page).utf8)) }
    Talk.write(Array(Self.overwriting(page, isFirst: isFirst, rows: Self.rows).utf8))
  }

  /// Waits; false when nobody reads any more.
  func rest(milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: Descriptor.standardOutput.raw, events: 0, revents: 0)
    guard poll(&polled, 1, milliseconds) != 0, polled.revents != 0 else { return true }
    Talk.endWithReader()
  }

  /// The page with what a terminal needs to write it over the one before: as many rows as there are.
  static func overwriting(_ page: String, isFirst: Bool, rows: Int) -> String {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).dropLast().prefix(max(1, rows - 1))
    let begin = isFirst ? "\u{1B}[H\u{1B}[2J" : "\u{1B}[H"
    return begin + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
  }

  private static var rows: Int {
    var size = winsize()
    guard ioctl(Descriptor.standardOutput.raw, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 1 else { return .max }
    return Int(size.ws_row)
  }
}
