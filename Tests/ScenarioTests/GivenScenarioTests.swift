import Testing

@testable import LifebusTestKit

@Suite("The scenarios that come with the project")
struct GivenScenarioTests {
  @Test("are there")
  func exist() {
    #expect(GivenScenarios.names.count >= 48)
  }

  @Test("are as expected", arguments: GivenScenarios.names)
  func asExpected(name: String) throws {
    let playback = try ScenarioPlayer(try GivenScenarios.read(name)).play()
    #expect(playback.differences.isEmpty, "\(playback.differences)")
  }

  @Test("are as expected in whatever order independent things happen", arguments: GivenScenarios.names)
  func inAnyOrder(name: String) throws {
    let scenario = try GivenScenarios.read(name)
    for seed in UInt64(1)...10 {
      let playback = try ScenarioPlayer(scenario, seed: seed).play()
      #expect(playback.differences.isEmpty, "seed \(seed): \(playback.differences)")
    }
  }

  @Test("call the handlers in the same way when nobody reads the bus's activity", arguments: GivenScenarios.names)
  func unobserved(name: String) throws {
    let playback = try ScenarioPlayer(try GivenScenarios.read(name), isObserved: false).play()
    #expect(playback.differences.isEmpty, "\(playback.differences)")
  }

  @Test("give the same timeline each time", arguments: GivenScenarios.names)
  func deterministic(name: String) throws {
    let scenario = try GivenScenarios.read(name)
    let first = try ScenarioPlayer(scenario).play()
    for _ in 0..<5 { #expect(try ScenarioPlayer(scenario).play().timeline == first.timeline) }
    let random = try ScenarioPlayer(scenario, seed: 7).play()
    #expect(try ScenarioPlayer(scenario, seed: 7).play().timeline == random.timeline)
  }
}
