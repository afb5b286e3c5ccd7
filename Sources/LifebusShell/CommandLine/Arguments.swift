/// The arguments of a verb, read: names, and the options among them, as `--option`, `--option VALUE` or `--option=VALUE`.
struct Arguments {
  private(set) var names: [String] = []
  private var values: [String: String] = [:]

  /// Sorts the words, in whatever order they stand; after `--` all are names.
  init(_ words: [String], knowing options: [Option]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        names += rest
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        names.append(word)
        continue
      }
      try take(word, &rest, options)
    }
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>, _ options: [Option]) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = options.first(where: { $0.name == parts[0] }) else {
      throw UsageError("option '\(parts[0])' is unknown; known are \(options.map(\.name).joined(separator: ", "))")
    }
    guard values[option.name] == nil else { throw UsageError("option '\(option.name)' is given twice") }
    let attached = parts.count > 1 ? parts[1] : nil
    guard option.value != nil else {
      guard attached == nil else { throw UsageError("option '\(option.name)' takes no value") }
      return values[option.name] = ""
    }
    let value = attached ?? (rest.first?.hasPrefix("--") == true ? nil : rest.popFirst())
    guard let value, !value.isEmpty else { throw UsageError("option '\(option.name)' needs a value: \(option.shape)") }
    values[option.name] = value
  }

  /// Whether the option is given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The option's value, if it is given.
  func text(_ option: Option) -> String? { values[option.name] }

  /// Sees to it that there are so many names.
  func expectNames(_ range: ClosedRange<Int>, _ what: String) throws(UsageError) {
    guard names.count <= range.upperBound else {
      throw UsageError("'\(names[range.upperBound])' is one name too many: give \(what)")
    }
    guard names.count >= range.lowerBound else { throw UsageError("a name is missing: give \(what)") }
  }
}

// MARK: Values

extension Arguments {
  /// The option's value as a number.
  func number(_ option: Option, _ range: ClosedRange<UInt64>) throws(UsageError) -> UInt64? {
    guard let text = text(option) else { return nil }
    guard let number = UInt64(text), range.contains(number) else {
      throw UsageError("option '\(option.name)' needs a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }

  /// The option's value as one of a type's words.
  func word<Word: RawRepresentable<String> & CaseIterable>(_ option: Option) throws(UsageError) -> Word? {
    guard let text = text(option) else { return nil }
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("option '\(option.name)' does not know '\(text)'; known are \(known)")
    }
    return word
  }

  /// The option's value as whole milliseconds: `500ms`, `5s` or `2m`, at most a day.
  func milliseconds(_ option: Option) throws(UsageError) -> Int? {
    guard let text = text(option) else { return nil }
    let units = [("ms", 1), ("s", 1_000), ("m", 60_000)]
    guard let (suffix, unit) = units.first(where: { text.hasSuffix($0.0) }), let number = Int(text.dropLast(suffix.count)),
      0...(86_400_000 / unit) ~= number
    else { throw UsageError("option '\(option.name)' needs a time such as 500ms, 5s or 2m, at most a day, not '\(text)'") }
    return number * unit
  }
}
