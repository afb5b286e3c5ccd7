import Lifebus
import LifebusJSON
import TestSupport
import Testing

@testable import LifebusHost

@Suite struct ConfigurationTests {
  private let catalog = PluginCatalog([Recorder.self, Doorkeeper.self])
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func read(_ text: String) throws -> Configuration {
    try .read(try folder.write(text, to: "c.json"), catalog)
  }

  @Test(arguments: [
    "{}", #"{"plugins":{}}"#, #"{"plugins":{"recorder":{}}}"#,
    #"{"plugins":{"recorder":{"label":"x","count":1,"ratio":1.5,"isLoud":true,"paths":["a"],"limits":{"a":1}},"doorkeeper":{}}}"#,
  ])
  func `options of the right names and types are read`(text: String) throws {
    #expect(try read(text).setups.map(\.name) == ["recorder", "doorkeeper"])
  }

  @Test(arguments: ["./greeter", "/opt/greeter.py", "plugins/greeter"])
  func `The options of a program stand under any path that gives it its name`(path: String) throws {
    let configuration = try read(#"{"plugins":{"\#(path)":{"loud":true},"./other":{}}}"#)
    #expect(try configuration.options(ofProgram: "greeter").keys == ["loud"])
    #expect(try configuration.options(ofProgram: "nobody").keys == [])
  }

  @Test func `Two paths for one program are an error that names both`() throws {
    let configuration = try read(#"{"plugins":{"./greeter":{},"/opt/greeter":{}}}"#)
    #expect(throws: HostError("'./greeter' and '/opt/greeter' are both the plugin 'greeter': leave one of them")) {
      try configuration.options(ofProgram: "greeter")
    }
  }

  private static let known = "known are label, count, ratio, isLoud, paths, limits"

  @Test(arguments: [
    (#"{"plugin":{}}"#, "key 'plugin' is unknown; known are plugins, limits"),
    ("[]", "is a list: give an object with the key 'plugins'"),
    (#"{"plugins":[]}"#, "'plugins' is a list: give an object of plugins"),
    (#"{"plugins":{"sink":{}}}"#, "plugin 'sink' is unknown; known are recorder, doorkeeper, and paths of programs (./NAME)"),
    (#"{"plugins":{"recorder":1}}"#, "the options of plugin 'recorder' are a number: give an object; \(known)"),
    (#"{"plugins":{"recorder":{"lable":"x"}}}"#, "option 'lable' of plugin 'recorder' is unknown; \(known)"),
    (#"{"plugins":{"doorkeeper":{"x":1}}}"#, "option 'x' of plugin 'doorkeeper' is unknown; it has no options"),
    (
      #"{"plugins":{"recorder":{"label":1}}}"#,
      "option 'label' of plugin 'recorder' has the wrong type: give a string; \(known)"
    ),
    (
      #"{"plugins":{"recorder":{"count":"1"}}}"#,
      "option 'count' of plugin 'recorder' has the wrong type: give a whole number; \(known)"
    ),
    (
      #"{"plugins":{"recorder":{"ratio":true}}}"#,
      "option 'ratio' of plugin 'recorder' has the wrong type: give a number; \(known)"
    ),
    (
      #"{"plugins":{"recorder":{"isLoud":0}}}"#,
      "option 'isLoud' of plugin 'recorder' has the wrong type: give true or false; \(known)"
    ),
    (
      #"{"plugins":{"recorder":{"paths":"a"}}}"#,
      "option 'paths' of plugin 'recorder' has the wrong type: give a list; \(known)"
    ),
    (
      #"{"plugins":{"recorder":{"paths":["a",2]}}}"#,
      "option 'paths[1]' of plugin 'recorder' has the wrong type: give a string; \(known)"
    ),
    (
      #"{"plugins":{"recorder":{"limits":[]}}}"#,
      "option 'limits' of plugin 'recorder' has the wrong type: give an object; \(known)"
    ),
    ("{\n  \"plugins\": {,}\n}", "broken JSON at line 2, column 15: expected a key in quotes"),
  ])
  func `what is wrong is told with plugin, option and what is known`(text: String, problem: String) throws {
    let error = #expect(throws: HostError.self) { try read(text) }
    #expect(error?.description == "\(folder["c.json"]): \(problem)")
  }

  @Test func `a configuration that cannot be read says why`() {
    let error = #expect(throws: HostError.self) { try Configuration.read(folder["none.json"], catalog) }
    #expect(error?.description.hasSuffix("No such file or directory") == true)
    #expect(throws: HostError.self) { try Configuration.read(folder.path, catalog) }
  }
}
