package import Foundation

extension HTTPHead {
  /// How long the server wants to be left alone (RFC 9110 §10.2.3: seconds, or a date); nil if it does not say.
  package func retryAfter(at now: Date) -> Duration? {
    guard let text = self["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
    if let seconds = UInt32(text) { return .seconds(seconds) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.date(from: text).map { .seconds(max($0.timeIntervalSince(now), 0)) }
  }
}
