#if os(Linux)
  import Foundation
  import LifebusSystem
  import Testing

  /// A program that is started, but for what it says.
  @Suite struct ChildProcessTests {
    @Test func `One that cannot be started leaves no open file`() async {
      await #expect(processExitsWith: .success) {
        var few = rlimit(rlim_cur: 128, rlim_max: 128)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &few)
        for room in 0..<6 {
          // All numbers but so many are taken; whoever leaves a file open leaves fewer.
          var taken: [Int32] = []
          while case let file = dup(0), file >= 0 { taken.append(file) }
          for _ in 0..<room { close(taken.removeLast()) }
          #expect(throws: SystemError.self) { try ChildProcess.start("/nowhere/rogue", environment: [:]) }
          let free = (0..<room).map { _ in dup(0) }
          #expect(!free.contains(-1), "with room for \(room)")
          for file in taken + free { close(file) }
        }
      }
    }

    @Test func `Its end is there once, and says how it came`() throws {
      for (path, end) in [("/bin/true", ChildProcess.End.code(0)), ("/bin/false", .code(1))] {
        let process = try ChildProcess.start(path, environment: [:])
        let watch = try #require(process.watch)
        _ = try Descriptor.wait(reading: [watch])
        #expect(process.collect() == end)
        #expect(process.collect() == .unknown)
        process.input.close()
        process.close()
      }
    }
  }
#endif
