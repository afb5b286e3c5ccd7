internal import LifebusHandlerText
internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// The test of one program: how it is started, and what was noticed of it in all its lives.
final class PluginTrial {
  /// How many different things of a kind are noted.
  private static let noteLimit = 100

  private let path: String
  let limit: Duration
  private let options: JSONObject
  private let folder: String

  /// What it has written that is no line of the protocol's, or is out of turn.
  private(set) var strays: [String] = []
  /// Answers for deliveries that it was not sent, or has answered before.
  private(set) var strayAnswers: [String] = []
  /// Deliveries that have failed, as it says.
  private(set) var failures: [String] = []
  /// How long it is waited for when it is to end; no more once it was waited for in vain.
  private var patience = PluginSurroundings.endLimit
  /// What it last committed.
  var committed: [UInt8]?
  var lastNumber = 0

  /// Begins a test.
  ///
  /// - Throws: Why the program cannot be started.
  init(_ path: String, options: JSONObject, limit: Duration) throws(SystemError) {
    (self.path, self.options, self.limit) = (path, options, limit)
    // Started, and ended at once: a program that cannot be started breaks no rule.
    _ = try TriedProgram(path)
    folder = try FileWriter.makeTemporaryFolder()
  }

  deinit { FileWriter.remove(folder: folder) }

  var name: String { PluginSurroundings.name(ofPath: path) }

  /// The first line that a host sends.
  var start: PluginCommand {
    .start(.init(name: name, appVersion: "1", folder: folder + "/own", base: folder, options: options))
  }

  // MARK: One life

  /// Starts the program, has it say what it wants, has the body talk with it, and ends it.
  func live(
    extended: Bool = false, _ body: (PluginConversation, ChildRegistration) throws(PluginFault) -> Void
  ) throws(PluginFault) {
    let program = try startProgram()
    let conversation = PluginConversation(with: program, in: self, isExtended: extended)
    do throws(PluginFault) {
      try body(conversation, try conversation.start())
      conversation.stop()
      conversation.closeInput()
      if conversation.hearEnd(within: patience) == nil { patience = .zero }
    } catch {
      throw error.saying(program.talk)
    }
  }

  /// Starts the program as a host does, or as one does by hand.
  func startProgram(byHand: Bool = false) throws(PluginFault) -> TriedProgram {
    do throws(SystemError) { return try TriedProgram(path, byHand: byHand) } catch {
      throw PluginFault("it cannot be started again: \(error)")
    }
  }

  // MARK: What is noticed

  func noteStray(_ text: String) { note(text, in: \.strays) }
  func noteStrayAnswer(_ text: String) { note(text, in: \.strayAnswers) }
  func noteFailure(_ text: String) { note(text, in: \.failures) }

  private func note(_ text: String, in list: ReferenceWritableKeyPath<PluginTrial, [String]>) {
    let noted = self[keyPath: list]
    if noted.count < Self.noteLimit, !noted.contains(text) { self[keyPath: list].append(text) }
  }
}
