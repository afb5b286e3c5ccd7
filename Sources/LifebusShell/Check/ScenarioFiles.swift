internal import LifebusSystem
internal import LifebusTestKit

/// Why a file cannot be played.
struct FileProblem: Error {
  let line: Int?
  let field: String?
  let problem: String

  init(_ problem: String) {
    line = nil
    field = nil
    self.problem = problem
  }

  init(_ error: ScenarioError) {
    line = error.line
    field = error.field
    problem = error.problem
  }
}

/// Scenarios on disk.
enum ScenarioFiles {
  /// The longest file that is read (256 MiB).
  private static let sizeLimit = 1 << 28

  /// The file itself, or of a folder all its scenarios, by name.
  static func list(_ path: String) -> (files: [String], problem: FileProblem?) {
    guard FileReader.isFolder(path) else { return ([path], nil) }
    do throws(SystemError) {
      let names = try FileReader.names(inFolder: path).filter { $0.hasSuffix(".jsonl") && !$0.hasPrefix(".") }.sorted()
      guard !names.isEmpty else { return ([], FileProblem("the folder has no *.jsonl file")) }
      let folder = path.hasSuffix("/") ? path : path + "/"
      return (names.map { folder + $0 }, nil)
    } catch {
      return ([], FileProblem(error.description))
    }
  }

  static func read(_ path: String) throws(FileProblem) -> Scenario {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try FileReader.bytes(ofFile: path, limit: sizeLimit)
    } catch {
      throw FileProblem(error.description)
    }
    guard let bytes else { throw FileProblem("the file is longer than \(sizeLimit) bytes") }
    do { return try Scenario(bytes) } catch { throw FileProblem(error) }
  }
}
