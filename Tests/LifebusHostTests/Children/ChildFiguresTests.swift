import Foundation
import Lifebus
import LifebusSystem
import Testing

@testable import LifebusHost

/// How fast deliveries go to a program, and how soon it is there again: `LIFEBUS_FIGURES=1`, built for release.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["LIFEBUS_FIGURES"] != nil)) struct ChildFiguresTests {
  private static let rounds = 41
  private static let strokes = 1_000

  /// The time of one of many.
  private func each(_ act: () async throws -> Void) async rethrows -> Duration {
    let start = ContinuousClock.now
    try await act()
    return (ContinuousClock.now - start) / Self.strokes
  }

  private func text(_ times: [Duration]) -> String {
    let times = times.sorted()
    return "median \(times[times.count / 2].brief), least \(times[0].brief), most \(times[times.count - 1].brief)"
  }

  private func deliver(_ run: ChildRun) async throws -> Duration {
    try await each {
      for _ in 0..<Self.strokes { run.post("quiet") }
      try await run.bus.idle()
    }
  }

  /// Sends lines as long as a delivery to a program that returns them, one at a time.
  private func echo(_ cat: ChildProcess) async -> Duration {
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 250) + [UInt8(ascii: "\n")]
    return await each {
      for _ in 0..<Self.strokes {
        try? cat.input.write(line)
        var count = 0
        while count < line.count { count += (try? cat.output.readSome(1 << 10))??.count ?? 0 }
      }
    }
  }

  @Test func `Deliveries one at a time, against a raw pipe`() async throws {
    let run = try ChildRun()
    try await run.start()
    let cat = try ChildProcess.start("/bin/cat", environment: [:])
    var rounds: [(raw: Duration, delivery: Duration)] = []
    for _ in 0..<Self.rounds { rounds.append((await echo(cat), try await deliver(run))) }
    print("a raw round trip: \(text(rounds.map(\.raw)))")
    print("a delivery: \(text(rounds.map(\.delivery)))")
    print("ratio in each round, median: \(rounds.map { $0.raw / $0.delivery }.sorted()[Self.rounds / 2])")
    cat.kill()
    while cat.collect() == nil { _ = try Descriptor.wait(reading: [cat.watch].compactMap { $0 }) }
    _ = await run.end()
  }

  @Test func `From a crash until the delivery is done by the next program`() async throws {
    for limits in [ChildLimits(), .quick.with { $0.firstPause = .zero }] {
      var times: [Duration] = []
      for _ in 0..<7 {
        let run = try ChildRun(limits: limits)
        try await run.start()
        try await run.bus.idle()
        let start = ContinuousClock.now
        #expect(try await run.outcome("crash") == .done)
        times.append(ContinuousClock.now - start)
        _ = await run.end()
      }
      print("crash to done, with a pause of \(limits.firstPause.brief): \(text(times))")
    }
  }
}
