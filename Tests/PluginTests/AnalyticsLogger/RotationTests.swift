import AnalyticsLogger
import Foundation
import Lifebus
import TestSupport
import Testing

@Suite struct RotationTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func post(_ count: Int, maxBytes: Int, keep: Int, padding: Int = 0) async throws {
    let plugin = try AnalyticsLoggerPlugin(
      options: .init(file: "log", maxBytes: maxBytes, keep: keep), context: PluginContext(folder))
    let bus = try await LifecycleBus.with(plugin)
    bus.post(Launch(cause: .user))
    for number in 0..<count {
      let padding = String(repeating: "x", count: padding == 0 ? 0 : number * 37 % padding)
      bus.post(Custom("n", attributes: ["padding": padding]))
    }
    try await bus.idle()
    #expect(bus.snapshot().handlers.first?.counts["done"] == count + 1)
    await bus.shutdown()
  }

  /// The sequence numbers in all files, from the oldest line to the newest.
  func numbers(_ keep: Int) throws -> [Int] {
    try (0...keep).reversed().flatMap { number in
      try (folder.text(at: number == 0 ? "log" : "log.\(number)") ?? "").split(separator: "\n").map { line in
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        return try #require((object["data"] as? [String: Any])?["sequence"] as? Int)
      }
    }
  }

  @Test(arguments: [(1024, 0, 0), (1024, 3, 0), (2000, 5, 900), (5000, 1, 0), (1024, 2, 6000)])
  func `all files together keep to their bound, and what they hold is the end of the log`(
    maxBytes: Int, keep: Int, padding: Int
  ) async throws {
    try await post(300, maxBytes: maxBytes, keep: keep, padding: padding)
    let files = folder.files()
    let sizes = files.map { folder.text(at: $0)?.utf8.count ?? 0 }
    #expect(sizes.reduce(0, +) <= maxBytes * (keep + 1) + padding + 400)
    #expect(Set(files).isSubset(of: Set(["log"] + (0...keep).map { "log.\($0)" })))
    if padding < maxBytes / 2 { #expect(files.count == keep + 1 && sizes.allSatisfy { $0 <= maxBytes }) }
    let numbers = try numbers(keep)
    #expect(numbers == Array((301 - numbers.count + 1)...301))
  }

  @Test func `a smaller number of files takes effect at the next rotation`() async throws {
    try await post(100, maxBytes: 1024, keep: 8)
    #expect(folder.files().count == 9)
    try await post(10, maxBytes: 1024, keep: 2)
    #expect(folder.files() == ["log", "log.1", "log.2"])
  }

  @Test func `files of other names are left alone`() async throws {
    for name in ["log.01", "log.x", "log.1.gz", "log.-1", "blog.1"] { try folder.write("mine", to: name) }
    try await post(100, maxBytes: 1024, keep: 1)
    #expect(folder.files() == ["blog.1", "log", "log.-1", "log.01", "log.1", "log.1.gz", "log.x"])
  }
}

@Suite struct RotationPlanTests {
  @Test func `each file moves on by one and the oldest goes`() {
    let plan = RotationPlan(sizes: [0: 9, 1: 9, 2: 9], limits: RotationLimits(maxBytes: 10, keep: 2))
    #expect(plan.removed == [2])
    #expect(plan.moves == [.init(1, to: 2), .init(0, to: 1)])
  }

  @Test func `a gap that a killed process has left is filled`() {
    let plan = RotationPlan(sizes: [0: 9, 2: 9, 5: 9], limits: RotationLimits(maxBytes: 10, keep: 4))
    #expect(plan.removed == [])
    #expect(plan.moves == [.init(5, to: 3), .init(0, to: 1)])
  }

  @Test func `files that are larger than they may be go when there are too many bytes`() {
    let plan = RotationPlan(sizes: [0: 15, 1: 15, 2: 1], limits: RotationLimits(maxBytes: 10, keep: 2))
    #expect(plan.removed == [1, 2])
    #expect(plan.moves == [.init(0, to: 1)])
  }

  @Test func `whatever is there, no move takes another file's place, and the newest are kept in order`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<5000 {
      let limits = RotationLimits(maxBytes: 10, keep: Int.random(in: 0...5, using: &random))
      var sizes = [0: Int.random(in: 1...12, using: &random)]
      for number in 1...8 where Bool.random(using: &random) { sizes[number] = Int.random(in: 0...12, using: &random) }
      let plan = RotationPlan(sizes: sizes, limits: limits)

      var files = Dictionary(uniqueKeysWithValues: sizes.keys.map { ($0, $0) })
      for number in plan.removed { files[number] = nil }
      for move in plan.moves {
        #expect(files[move.to] == nil && files[move.from] != nil, "\(sizes) \(plan)")
        files[move.to] = files.removeValue(forKey: move.from)
      }
      let kept = files.sorted { $0.key < $1.key }
      #expect(kept.map(\.key) == Array(1..<(kept.count + 1)) && kept.count <= limits.keep)
      #expect(kept.map(\.value) == Array(sizes.keys.sorted().prefix(kept.count)))
      #expect(kept.reduce(0) { $0 + (sizes[$1.value] ?? 0) } <= limits.maxBytes * limits.keep)
    }
  }
}
