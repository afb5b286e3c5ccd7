import Foundation
import LifebusSystem

/// `lifebus emit -`, which answers each line when its event has settled.
actor EmitLines: Contender {
  nonisolated let name = "lifebus emit -"
  private let programs: Programs
  private let workplace: Workplace
  private let lines = 10_000
  private var host: HostServer?
  private var rounds = 0

  init(_ programs: Programs, _ workplace: Workplace) {
    (self.programs, self.workplace) = (programs, workplace)
  }

  func prepare() throws { host = try HostServer(programs, workplace) }

  func measure() throws -> Double {
    rounds += 1
    let (events, answers) = (workplace.newPath("events"), workplace.newPath("answers"))
    defer { [events, answers].forEach(workplace.remove) }
    let text = (0..<lines).map { "{\"type\":\"custom\",\"name\":\"tick\",\"id\":\"\(id($0))\"}\n" }.joined()
    try text.write(toFile: events, atomically: false, encoding: .utf8)
    let elapsed = try ContinuousClock().measure { try emit(events, answers) }
    try check(String(contentsOfFile: answers, encoding: .utf8))
    return Double(lines) / (elapsed / .seconds(1))
  }

  func finish() {
    host?.end()
    host = nil
  }

  private func id(_ number: Int) -> String { "\(rounds)-\(number)" }

  private func emit(_ events: String, _ answers: String) throws {
    let (input, output) = (try Descriptor.open(writing: events), try Descriptor.open(writing: answers))
    defer { [input, output].forEach { $0.close() } }
    let arguments = ["emit", "-", "--json", "--socket", host?.socket ?? ""]
    guard try ChildProcess(programs.own("lifebus"), arguments, input: input, output: output).code() == 0 else {
      throw Lost(by: self)
    }
  }

  /// Each line has its answer, in order, and each event was handled.
  private func check(_ answers: String) throws {
    let answers = answers.split(separator: "\n")
    guard answers.count == lines else { throw Lost(by: self) }
    for (number, answer) in answers.enumerated() {
      guard answer.contains("\"id\":\"\(id(number))\""), answer.contains("\"outcome\":\"done\"") else { throw Lost(by: self) }
    }
  }
}
