internal import LifebusJSON
internal import LifebusSystem

/// Objects that a host answers, for people or as they are.
protocol Shown: Sendable {
  /// The objects as text for people.
  static func text(of objects: [JSONObject], _ colours: Colours) -> [String]
}

extension Shown {
  /// What is printed of the host's lines; not one byte where there are none.
  static func page(_ lines: [[UInt8]], printsJSON: Bool) -> String {
    let shown =
      printsJSON
      ? lines.map { String(decoding: $0, as: UTF8.self) } : text(of: lines.compactMap(JSONObject.init(parsing:)), Talk.colours)
    return shown.map { $0 + "\n" }.joined()
  }
}
