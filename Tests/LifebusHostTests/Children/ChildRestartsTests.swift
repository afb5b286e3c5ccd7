#if os(Linux)
  import Foundation
  import Lifebus
  import LifebusSystem
  import Testing

  @testable import LifebusHost

  /// What many restarts leave: run with `LIFEBUS_RESTARTS=10000` to see it well.
  @Suite struct ChildRestartsTests {
    /// What a process has at one time.
    private struct Holdings {
      let files: Int
      let kibibytes: Int

      init() throws {
        files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        kibibytes = line.split(separator: " ").compactMap { Int($0) }.first ?? 0
      }
    }

    /// True if a process has ended that nobody has collected.
    private static var hasZombie: Bool {
      var info = siginfo_t()
      return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo != 0
    }

    /// Has the program die in the middle of so many deliveries, each of which comes again.
    private static func crash(_ times: Int, _ run: ChildRun) async throws {
      for _ in 0..<times { #expect(try await run.outcome("crash") == .done) }
    }

    @Test func `They leave no open file, no dead process and no memory`() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let times = ProcessInfo.processInfo.environment["LIFEBUS_RESTARTS"].flatMap { Int($0) } ?? 200
        let limits = ChildLimits.quick.with { ($0.restarts, $0.firstPause, $0.lastPause) = (.max, .zero, .zero) }
        let run = try ChildRun(limits: limits)
        try await run.start()
        // What is made once is there after a while.
        try await Self.crash(50, run)
        let before = try Holdings()
        let start = ContinuousClock.now
        try await Self.crash(times, run)
        let after = try Holdings()
        let each = (ContinuousClock.now - start) / times
        #expect(await run.plugin.restarts == times + 50)
        #expect(!Self.hasZombie)
        // A moment has two programs' files.
        #expect(after.files <= before.files + 8, "\(after.files) after \(before.files)")
        // The test keeps each line, and the bus each event.
        #expect(after.kibibytes <= before.kibibytes + 8_192 + 2 * times, "\(after.kibibytes) KiB after \(before.kibibytes)")
        print("\(times) restarts, \(each) each: \(before) before, \(after) after")
        _ = await run.end()
      }
      print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }
  }
#endif
