#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension HTTPHead {
  /// How long the server wants to be left alone (RFC 9110 §10.2.3: seconds, or a date); nil if it does not say, or no longer.
  ///
  /// A number beyond 136 years counts as that.
  package func retryAfter(at now: Date) -> Duration? {
    guard let text = self["Retry-After"] else { return nil }
    let words = text.split { $0 == " " || $0 == "\t" }
    if words.count == 1, words[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      let seconds = UInt32(words[0]) ?? .max
      return seconds == 0 ? nil : .seconds(seconds)
    }
    guard let wait = HTTPDate(text, at: now)?.date.timeIntervalSince(now), wait > 0 else { return nil }
    return .seconds(wait)
  }
}
