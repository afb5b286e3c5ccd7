import Testing

@testable import LifebusTestKit

@Suite("A random scenario")
struct ShrinkerTests {
  @Test("is the same for the same seed, and another for another")
  func seeds() {
    #expect(RandomScenario(seed: 5).draft == RandomScenario(seed: 5).draft)
    #expect(RandomScenario(seed: 5).draft != RandomScenario(seed: 6).draft)
  }

  @Test("that fails is made small: what it fails without is gone, and the rest stays")
  func shrinks() throws {
    let drafts = (UInt64(0)..<100).lazy.map { RandomScenario(seed: $0).draft }
    let large = try #require(drafts.first { Self.appears($0) && $0.lines.count > 9 })
    let small = Shrinker.shrink(large) { Self.appears($0) }
    #expect(small.lines.count == 2 && small.handlers.count == 1)
    #expect(small.handlers.first?.clauses.count == 1 && small.handlers.first?.traits.isEmpty == true)
    #expect(Self.appears(small))
  }

  /// True if somebody is called for an `appear`.
  private static func appears(_ draft: DraftScenario) -> Bool {
    guard let playback = try? Texts.play(Array(draft.text.utf8)) else { return false }
    return playback.deliveries.values.contains { $0["appear"] != nil }
  }

  @Test("has, among many, all types of lines, traits and outcomes")
  func variety() throws {
    var types: Set<String> = []
    var traits: Set<String> = []
    var words: Set<String> = []
    for seed in UInt64(0)..<400 {
      let draft = RandomScenario(seed: seed).draft
      types.formUnion(draft.lines.compactMap { $0["type"] })
      traits.formUnion(draft.handlers.flatMap { $0.traits + $0.clauses.flatMap { $0 } }.map(\.key))
      words.formUnion(try Texts.play(Array(draft.text.utf8)).record.outcomes.values.flatMap(\.keys))
    }
    #expect(types.count == 12)
    #expect(traits.count == 28, "\(traits.sorted())")
    #expect(Expectation.outcomeWords.subtracting(words).isEmpty)
  }
}
