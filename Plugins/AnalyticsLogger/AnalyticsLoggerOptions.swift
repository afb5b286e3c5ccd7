public import Lifebus

extension AnalyticsLoggerPlugin {
  /// What can be set for ``AnalyticsLoggerPlugin``.
  public struct Options: PluginOptions {
    enum CodingKeys: String, CodingKey, CaseIterable { case file, maxBytes, keep }

    /// `file`, `maxBytes`, `keep`.
    public static var names: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// The path of the file; `analytics.jsonl` in the plugin's folder if there is none.
    public var file: String?

    /// The size in bytes beyond which the file rotates (10 000 000), from 1 024 to 10¹².
    public var maxBytes: Int?

    /// The number of rotated files that stay beside the file (5), from 0 to 1 000.
    ///
    /// `….1` is the newest.
    public var keep: Int?

    /// Creates options.
    public init(file: String? = nil, maxBytes: Int? = nil, keep: Int? = nil) {
      self.file = file
      self.maxBytes = maxBytes
      self.keep = keep
    }
  }
}

extension AnalyticsLoggerPlugin.Options {
  func path(in context: PluginContext) -> String {
    guard let file else { return context.folder + "/analytics.jsonl" }
    return file.hasPrefix("/") ? file : context.base + "/" + file
  }

  func limits() throws -> RotationLimits {
    let limits = RotationLimits(maxBytes: maxBytes ?? 10_000_000, keep: keep ?? 5)
    guard (1024...1_000_000_000_000).contains(limits.maxBytes) else {
      throw AnalyticsLoggerError.option("maxBytes", limits.maxBytes, needs: "from 1024 to 1000000000000")
    }
    guard (0...1000).contains(limits.keep) else {
      throw AnalyticsLoggerError.option("keep", limits.keep, needs: "from 0 to 1000")
    }
    return limits
  }
}

/// Why the plugin cannot be set up, or why an event was not written.
public enum AnalyticsLoggerError: Error, Equatable, CustomStringConvertible {
  /// An option is out of its range.
  case option(String, Int, needs: String)
  /// The file cannot be used, for the reason that the text gives.
  case file(String, problem: String)
  /// An application's event cannot be encoded, for the reason that the text gives.
  case event(String, problem: String)

  /// The reason in words.
  public var description: String {
    switch self {
    case .option(let name, let value, let needs): "option '\(name)' of analytics-logger is \(value): it has to be \(needs)"
    case .file(let path, let problem): "'\(path)' \(problem)"
    case .event(let kind, let problem): "'\(kind)' cannot be encoded as JSON: \(problem)"
    }
  }
}
