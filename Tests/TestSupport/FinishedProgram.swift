/// What a program has said from its start to its end.
package struct FinishedProgram: Sendable {
  /// Its exit code, or the negative number of the signal that ended it.
  package let code: Int32
  package let output: String
  package let talk: String

  /// Runs a program with an empty input, and nothing in its environment but what is named.
  package init(
    _ path: String, _ arguments: [String] = [], in folder: String = "/", environment: [String: String] = [:]
  ) async throws {
    let program = try RunningProgram(path, arguments, in: folder, environment: environment)
    program.closeInput()
    output = await program.output.all().map { $0 + "\n" }.joined()
    talk = await program.talk.all().map { $0 + "\n" }.joined()
    code = await program.code()
  }
}
