import Foundation
import LifebusHTTP
import Testing

@Suite struct RetryAfterTests {
  /// 2026-01-01 00:00:00 GMT.
  let now = Date(timeIntervalSince1970: 1_767_225_600)

  @Test(arguments: [
    ("120", 120), (" 7\t", 7), ("4294967295", 4_294_967_295), ("99999999999", 4_294_967_295),
    ("00000000000000000000000000001", 1), ("Thu, 01 Jan 2026 00:01:00 GMT", 60), ("Thursday, 01-Jan-26 00:01:00 GMT", 60),
    ("Thu Jan  1 00:01:00 2026", 60), ("Sun Mar 01 00:00:00 2026", 59 * 86_400), ("Sat, 29 Feb 2028 00:00:00 GMT", 68_169_600),
  ])
  func `it is a number of seconds, the largest at most, or a date in one of three forms`(text: String, seconds: Int64) {
    #expect(wait(text) == .seconds(seconds))
  }

  @Test(arguments: [
    "0", "Wed, 31 Dec 2025 00:00:00 GMT", "Thu, 01 Jan 2026 00:00:00 GMT", "Wednesday, 31-Dec-99 00:00:00 GMT",
    "Wed Dec 31 00:00:00 2025",
  ])
  func `a time that has come is none`(text: String) { #expect(wait(text) == nil) }

  @Test(arguments: [
    "", "soon", "-1", "+5", "1.5", "1 2", "٣", "1e3", "Thu, 01 Jan 2027", "Thu, 01 Foo 2027 00:00:00 GMT",
    "Thu, 01 Jan 2027 25:00:00 GMT", "Thu, 01 Jan 2027 00:00 GMT", "Thu, 01 Jan 2027 00:00:00 CET",
    "Foo, 01 Jan 2027 00:00:00 GMT",
    "Thu, +1 Jan 2027 00:00:00 GMT", "Thu, 01 Jan 99999999999999999999 00:00:00 GMT", ", , , - - -",
    "Thu, 31 Feb 2027 00:00:00 GMT",
  ])
  func `anything else says nothing`(text: String) { #expect(wait(text) == nil) }

  private func wait(_ text: String) -> Duration? {
    HTTPHead(status: 503, fields: ["retry-after": text]).retryAfter(at: now)
  }
}
