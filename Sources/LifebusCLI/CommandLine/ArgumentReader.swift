/// Takes arguments one after another: names, `--option`, `--option VALUE` or `--option=VALUE`.
struct ArgumentReader {
  private var rest: ArraySlice<String>
  private var seen: Set<String> = []
  private var attached: String?
  private var onlyNames = false

  init(_ arguments: [String]) {
    rest = arguments[...]
  }

  enum Argument: Equatable {
    case option(String)
    case name(String)
  }

  /// The next argument; nil at the end.
  ///
  /// After `--` all are names.
  mutating func next() throws(UsageError) -> Argument? {
    guard let argument = rest.popFirst() else { return nil }
    if argument == "--", !onlyNames {
      onlyNames = true
      return try next()
    }
    guard argument.hasPrefix("-"), argument != "-", !onlyNames else { return .name(argument) }
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let option = String(parts[0])
    attached = parts.count > 1 ? String(parts[1]) : nil
    guard seen.insert(option).inserted else { throw UsageError("option '\(option)' is given twice") }
    return .option(option)
  }

  /// The value of the option that was taken last, a number.
  mutating func number(_ option: String, _ range: ClosedRange<UInt64>) throws(UsageError) -> UInt64 {
    guard let text = attached ?? rest.popFirst() else { throw UsageError("option '\(option)' needs a number") }
    guard let number = UInt64(text), range.contains(number) else {
      throw UsageError("option '\(option)' needs a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }

  /// Sees to it that the option that was taken last has no value.
  func flag(_ option: String) throws(UsageError) {
    guard attached == nil else { throw UsageError("option '\(option)' takes no value") }
  }
}
