#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A date in one of the three forms that a server may write (RFC 9110 §5.6.7).
struct HTTPDate {
  let date: Date

  /// Reads a date; a year of two digits is not more than 50 years after `now`.
  init?(_ text: String, at now: Date) {
    let words = text.split { " ,-".contains($0) }.map(String.init)
    let read: DateComponents?
    switch (words.count, words.last) {
    case (6, "GMT"?): read = Self.components(day: words[1], month: words[2], year: words[3], time: words[4])
    case (5, _): read = Self.components(day: words[2], month: words[1], year: words[4], time: words[3])
    default: read = nil
    }
    guard var read, Self.days.contains(words[0].prefix(3).description), let year = read.year else { return nil }
    if words.count == 6, words[3].count == 2 { read.year = Self.year(ending: year, at: now) }
    guard read.isValidDate(in: Self.calendar), let date = Self.calendar.date(from: read) else { return nil }
    self.date = date
  }

  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  private static func components(day: String, month: String, year: String, time: String) -> DateComponents? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0)) }
    guard let month = months.firstIndex(of: month), let day = number(day), let year = number(year), parts.count == 3,
      let hour = parts[0], let minute = parts[1], let second = parts[2], 1...31 ~= day, hour < 24, minute < 60, second <= 60
    else { return nil }
    return DateComponents(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: min(second, 59))
  }

  private static func year(ending digits: Int, at now: Date) -> Int {
    let thisYear = calendar.component(.year, from: now)
    let year = thisYear - thisYear % 100 + digits
    return year > thisYear + 50 ? year - 100 : year
  }

  /// At most four digits, and no sign.
  private static func number(_ text: String) -> Int? {
    text.utf8.count <= 4 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
  }
}
