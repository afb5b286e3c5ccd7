package import LifebusHTTP

/// Where what web servers have gets its place in the mirror, by the rule on the page of ``SyncPlugin``: pure.
///
/// No two addresses have one place, on a disk that does not tell `A` from `a` too; no place is a folder of another, and none is
/// outside the mirror. What the escapes leave free, `+`, `=`, and `%` before what is no digit, makes the plugin's own names.
package enum WebPlace {
  private static let pieceLength = 80

  /// The place of what an address leads to: in a user's folder, or, without a user, where it is the same for all.
  package static func place(of address: WebAddress, user: String?) -> [String] {
    let origin = address.origin.split(separator: "://", maxSplits: 1)
    let owner = user.map { ["%user"] + folder($0) } ?? ["%web"]
    return owner + [String(origin[0])] + folder(origin[1]) + path(address.target)
  }

  private static func path(_ target: String) -> [String] {
    let path = target.prefix { $0 != "?" }
    var folders = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let last = (folders.popLast() ?? "") + target.dropFirst(path.count)
    return folders.flatMap(folder) + (last.isEmpty ? ["+index"] : names(last, end: ""))
  }

  private static func folder(_ part: some StringProtocol) -> [String] { names(part, end: "+") }

  private static func names(_ part: some StringProtocol, end: String) -> [String] {
    var rest = Array(part.utf8)[...]
    var names: [String] = []
    while rest.count > pieceLength {
      names.append(encoded(rest.prefix(pieceLength)) + "=")
      rest = rest.dropFirst(pieceLength)
    }
    return names + [encoded(rest) + end]
  }

  private static func encoded(_ piece: ArraySlice<UInt8>) -> String {
    piece.indices.reduce(into: "") { name, index in
      switch piece[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(piece[index]))
      case UInt8(ascii: ".") where index != piece.startIndex: name += "."
      case let byte: name += byte < 16 ? "%0\(String(byte, radix: 16))" : "%\(String(byte, radix: 16))"
      }
    }
  }
}
