internal import LifebusHTTP

/// An address as people may see it: without user, password, query and fragment, which may hold what is not for everybody's eyes.
enum ShownAddress {
  static func text(of address: WebAddress) -> String { shortened(address.origin + address.target) }

  /// What an option says, also where it breaks the rules; what has no scheme is a path, and shown as it is.
  static func text(of option: String) -> String {
    guard let scheme = Resource.scheme(of: option) else { return option }
    let rest = option.unicodeScalars.dropFirst(scheme.unicodeScalars.count + 1)
    guard let at = rest.lastIndex(of: "@") else { return shortened(option) }
    // It ends a password, whatever stands before it; or it is in a query.
    let end = rest[..<at].contains { "?#".unicodeScalars.contains($0) } ? "" : shortened(String(rest[at...]))
    return "\(scheme):" + String(String.UnicodeScalarView(rest.prefix { $0 == "/" })) + "…" + end
  }

  private static func shortened(_ text: String) -> String {
    guard let end = text.unicodeScalars.firstIndex(where: { "?#".unicodeScalars.contains($0) }) else { return text }
    return String(text.unicodeScalars[...end]) + "…"
  }
}
