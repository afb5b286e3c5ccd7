internal import LifebusSystem

/// `lifebus plugin new`: writes a folder with a plugin that works, and its test.
enum NewPlugin: PluginAction {
  static let name = "new"

  private static let language = Option(
    "--language", .word(PluginLanguage.allCases.map(\.rawValue)), "new: what the plugin is written in")
  private static let into = Option("--into", .path("DIR"), "new: where the folder is made (default: the current folder)")
  private static let package = Option(
    "--package", .path("P"),
    "new: the folder of the package Lifebus, for Swift (default: where this program was built)")
  static let options = [language, into, package]

  static func run(_ names: [String], _ arguments: Arguments) throws(UsageError) -> ExitCode {
    try expect(1, names, "a name")
    let name = try PluginName(names[0])
    let files = try files(name, arguments)
    let folder = (arguments.text(into).map { $0 + "/" } ?? "") + name.text
    do throws(SystemError) {
      try FileWriter.makeFolder(folder)
      for file in files {
        try FileWriter.write(file.text, to: file.path, in: folder, isProgram: file.isProgram)
        Talk.print("\(folder)/\(file.path)")
      }
      return .done
    } catch {
      Talk.say("lifebus plugin new: the folder '\(visible(folder))' cannot be written: \(error)")
      return .badInput
    }
  }

  private static func files(_ name: PluginName, _ arguments: Arguments) throws(UsageError) -> [PluginFile] {
    guard let choice: PluginLanguage = try arguments.word(language) else {
      throw UsageError("what the plugin is written in is missing: give \(language.shape)")
    }
    guard choice == .swift || !arguments.has(package) else { throw UsageError("option '\(package.name)' is for Swift alone") }
    switch choice {
    case .swift: return SwiftTemplate(name, package: try LifebusPackage.path(arguments.text(package))).files
    case .python: return PythonTemplate(name: name).files
    case .sh: return ShellTemplate(name: name).files
    }
  }
}

/// What a plugin to begin with can be written in.
enum PluginLanguage: String, CaseIterable {
  case swift
  case python
  case sh
}

/// A file of a plugin to begin with.
struct PluginFile {
  /// From the plugin's folder.
  let path: String
  let text: String
  var isProgram = false
}
