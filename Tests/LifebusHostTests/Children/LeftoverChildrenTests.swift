import Foundation
import Lifebus
import LifebusSystem
import TestSupport
import Testing

@testable import LifebusHost

/// How a process is recognised that an earlier host has left.
@Suite(.timeLimit(.minutes(1))) struct LeftoverChildrenTests {
  @Test func `A process is told from another that has its id`() throws {
    let own = try #require(NotedProcess(getpid()))
    #expect(own.isRunning)
    #expect(NotedProcess(text: own.text) == own)
    #expect(NotedProcess(text: "\(getpid()) 1\n")?.isRunning == false)
  }

  @Test(arguments: ["", "1", "1 2 3", "x 2", "-1 2", "0 2"])
  func `What is no note is none`(text: String) {
    #expect(NotedProcess(text: text) == nil)
  }

  @Test func `What was noted and still runs is ended with its group, and nothing else is`() throws {
    let folder = try TemporaryFolder()
    let leftovers = LeftoverChildren(in: folder["children"])
    #expect(leftovers.names == [])
    let process = try ChildProcess.start("/bin/sleep", arguments: ["1000"], environment: [:])
    try leftovers.note(process.id, of: "sleeper")
    try folder.write("\(getpid()) 1\n", to: "children/other")
    #expect(Set(leftovers.names) == ["sleeper", "other"])
    #expect(leftovers.end("sleeper") && !leftovers.end("other") && !leftovers.end("nobody"))
    let watch = try #require(process.watch)
    _ = try Descriptor.wait(reading: [watch])
    #expect(process.collect() == .signal(SIGKILL))
    #expect(!leftovers.end("sleeper"))
    for end in [process.input, process.output, process.errors, watch] { end.close() }
  }

  @Test func `A shorter note takes the place of a longer one`() throws {
    let folder = try TemporaryFolder()
    let leftovers = LeftoverChildren(in: folder["children"])
    try FileManager.default.createDirectory(atPath: folder["children"], withIntermediateDirectories: true)
    try folder.write(String(repeating: "9", count: 100), to: "children/a")
    try leftovers.note(getpid(), of: "a")
    #expect(try folder.text(of: "children/a") == NotedProcess(getpid())?.text)
    leftovers.forget("a")
    #expect(leftovers.names == [])
  }
}
