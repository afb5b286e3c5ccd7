import Lifebus
import LifebusHandlerText
import LifebusJSON
import Testing

@testable import LifebusHost

/// What a program says it wants.
@Suite struct ChildRegistrationTests {
  private func registration(_ members: String) throws -> ChildRegistration {
    try ChildRegistration(try #require(JSONObject(parsing: Array("{\(members)}".utf8))), name: "greeter")
  }

  @Test(arguments: [
    ("", "field 'on': is missing"),
    (#""on":[],"id":"other""#, "field 'id': 'other' is not the program's name, 'greeter': name the program so"),
    (#""on":"any""#, "field 'on': expected a list, found a string"),
    (#""on":["lunch"]"#, "field 'on[0]': 'lunch' is no kind"),
    (#""on":["any",{}]"#, "field 'on[1].kind': is missing"),
    (#""on":[{"kind":"launch","scope":"home"}]"#, "field 'on[0].scope': an event of the kind launch has none"),
    (#""on":[{"kind":"any","once":"twice"}]"#, "field 'on[0].once': 'twice' is unknown"),
    (#""on":[{"kind":"any","lunch":1}]"#, "field 'on[0].lunch': an unknown key"),
    (#""on":["any"],"timeoutMs":0"#, "field 'timeoutMs': "),
    (#""on":["any"],"timeout":1"#, "field 'timeout': an unknown key"),
    (#""on":["any"],"retry":{"attempts":2}"#, "field 'retry.delayMs': is missing"),
    (#""on":["any"],"capacity":1"#, "field 'overflow': is missing"),
    (#""on":["any"],"guarantee":"atMostOnce""#, "field 'guarantee': is for durable handlers"),
    (#""on":["any"],"gate":{"onClose":"x"}"#, "field 'gate.onClose': 'x' is unknown"),
    (#""on":["any"],"behind":7"#, "field 'behind': "),
  ])
  func `What is wrong is named with its field`(members: String, problem: String) throws {
    let error = try #require(throws: FieldError.self) { try registration(members) }
    #expect(error.text.hasPrefix(problem), "\(error.text)")
  }

  @Test func `What is not said is as for a plugin in the host`() throws {
    let policy = try registration(#""on":["any"]"#).policy
    #expect(policy.grace == Policy().grace)
    #expect(policy.timeout == nil && policy.retry == nil && policy.behind == nil && policy.gate == nil)
  }

  @Test func `All that is said counts, and a name that is not there is no error`() throws {
    let text = #"""
      "id":"greeter","on":["launch",{"kind":"appear","scope":"home","once":"perInstall","name":"x","filter":true}],"timeoutMs":30,\#
      "graceMs":40,"retry":{"attempts":2,"delayMs":5},"dead":true,"capacity":3,"overflow":"wait","after":["a"],"behind":"door",\#
      "durable":true,"gate":{"timeoutMs":9,"onClose":"cancelRunning"}
      """#
    let registration = try registration(text)
    let policy = registration.policy
    #expect(registration.clauses.count == 2)
    #expect(policy.timeout == .milliseconds(30) && policy.grace == .milliseconds(40))
    #expect(policy.retry?.attempts == 2 && policy.keepsDead && policy.durability == .atLeastOnce)
    #expect(policy.behind?.name == "door" && policy.behind?.isOptional == true)
    #expect(policy.gate != nil)
  }

  @Test func `A program is called as its file, without what follows the first dot`() {
    let names = ["./greeter", "/opt/plugins/greeter.py", "./greeter.tar.gz", "plugins/greeter/", "./.hidden", "/"]
    #expect(names.map { ChildProgram.name(ofPath: $0) } == ["greeter", "greeter", "greeter", "greeter", "", ""])
  }

  @Test func `What has a slash is a program, and everything else a name`() {
    #expect(PluginChoice("./greeter.py") == .program("greeter", path: "./greeter.py"))
    #expect(PluginChoice("greeter.py") == .known("greeter.py"))
  }

  @Test func `Programs have a name, and no two the same`() throws {
    let catalog = PluginCatalog([Recorder.self])
    func problem(_ texts: HandlerID...) -> String? {
      do {
        try catalog.check(texts.map(PluginChoice.init))
        return nil
      } catch { return "\(error)" }
    }
    #expect(problem("./greeter", "recorder") == nil)
    #expect(problem("./.py") == "plugin './.py' has no name: a program's is that of its file")
    #expect(problem("./a/greeter", "./b/greeter.sh") == "two plugins are called 'greeter': rename a program")
    #expect(problem("recorder", "./recorder") == "two plugins are called 'recorder': rename a program")
  }
}
