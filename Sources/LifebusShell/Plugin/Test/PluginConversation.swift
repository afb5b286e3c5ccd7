internal import Lifebus
internal import LifebusHandlerText
internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// One life of a program, in which it is told what a host tells it.
///
/// What it says that it should not is noted in the trial, and passed over.
final class PluginConversation {
  /// What a later version of the protocol may say, as far as this one knows.
  private static let laterMembers = #","later":{"do":"stop","list":[null,1.5e3,{}]}}"#

  private let program: TriedProgram
  private let trial: PluginTrial
  /// True if the host's lines have members that no plugin knows.
  private let isExtended: Bool
  /// How long a call may take by the program's own policy, in milliseconds.
  private var timeout: Int?
  private var isDurable = false
  private var hasGate = false
  private var sent: Set<Int> = []
  private var answered: Set<Int> = []

  init(with program: TriedProgram, in trial: PluginTrial, isExtended: Bool) {
    (self.program, self.trial, self.isExtended) = (program, trial, isExtended)
  }

  /// Has the program say what it wants.
  func start() throws(PluginFault) -> ChildRegistration {
    tell(trial.start)
    let registration = try hearStart()
    timeout = registration.policy.timeout.map { Int($0 / .milliseconds(1)) }
    isDurable = registration.policy.durability != .none
    hasGate = registration.policy.gate != nil
    tell(.registered(committed: trial.committed.map(CommittedText.text)))
    return registration
  }

  /// Has the program handle an event, and waits for its answer.
  func deliver(_ event: TrialEvent, _ call: TrialCall = TrialCall()) throws(PluginFault) {
    trial.lastNumber += 1
    let number = trial.lastNumber
    sent.insert(number)
    tell(.deliver(call.delivery(of: event, number: number, to: trial.name, within: timeout)))
    if call.isCancelled { tell(.cancel(number)) }
    let failure = try hearAnswer(to: number, event)
    // A call that was cut off may say so.
    if let failure, !call.isCancelled { trial.noteFailure("'\(event.kind)' has failed: \(failure)") }
  }

  func stop() { tell(.stop) }

  func closeInput() { program.closeInput() }

  /// Waits for the end, which has to be one with code 0.
  func expectEnd(after cause: String) throws(PluginFault) {
    guard let end = hearEnd(within: PluginSurroundings.endLimit) else {
      throw PluginFault("it still runs \(PluginSurroundings.endLimit.brief) after \(cause)")
    }
    guard end == .code(0) else { throw PluginFault("\(end)") }
  }

  /// Hears all that it still says until it has ended, or for so long; nil then.
  func hearEnd(within limit: Duration) -> ChildProcess.End? {
    let deadline = ContinuousClock.now + limit
    while true {
      switch program.hear(until: deadline) {
      case .line(let bytes): _ = take(bytes)
      case .end(let end): return end
      case .silence: return nil
      }
    }
  }

  private func tell(_ command: PluginCommand) {
    program.tell(isExtended ? command.line.dropLast() + Self.laterMembers : command.line)
  }
}

// MARK: What it says

extension PluginConversation {
  private func hearStart() throws(PluginFault) -> ChildRegistration {
    let deadline = ContinuousClock.now + PluginSurroundings.answerLimit
    while true {
      switch program.hear(until: deadline) {
      case .silence: throw PluginFault("it does not answer 'start' in \(PluginSurroundings.answerLimit.brief)")
      case .end(let end): throw PluginFault("\(end) before it has answered 'start'")
      case .line(let bytes): if let registration = try registration(bytes) { return registration }
      }
    }
  }

  private func registration(_ bytes: [UInt8]?) throws(PluginFault) -> ChildRegistration? {
    switch read(bytes) {
    case .handler(let object):
      do throws(FieldError) { return try ChildRegistration(object, name: HandlerID(trial.name)) } catch {
        throw PluginFault("it wants what is not to be had: \(error.text)")
      }
    case .refusal(let reason): throw PluginFault("it refuses to work: \(reason)")
    case .log, nil: return nil
    case let reply?:
      trial.noteStray("before its answer to 'start': \(reply.line)")
      return nil
    }
  }

  /// Waits for the answer, and returns why the delivery has failed, if it has.
  private func hearAnswer(to number: Int, _ event: TrialEvent) throws(PluginFault) -> String? {
    var deadline = ContinuousClock.now + trial.limit
    var failure: String?
    while !answered.contains(number) {
      switch program.hear(until: deadline) {
      case .silence: throw PluginFault("no answer to '\(event.kind)' in \(trial.limit.brief)")
      case .end(let end): throw PluginFault("\(end) when it was given '\(event.kind)'")
      case .line(let bytes):
        guard let reply = take(bytes) else { continue }
        if case .moreTime(number, let milliseconds) = reply { deadline += .milliseconds(milliseconds) }
        if case .failed(number, let reason, _) = reply { failure = reason }
      }
    }
    return failure
  }

  /// Takes a line, and notes what is wrong with it.
  private func take(_ bytes: [UInt8]?) -> PluginReply? {
    guard let reply = read(bytes) else { return nil }
    switch reply {
    case .done(let number, let commit, _):
      note(answerTo: number)
      if commit != nil, !isDurable { trial.noteStray("it commits, and is not durable: nobody keeps that") }
      trial.committed = commit ?? trial.committed
    case .failed(let number, _, _), .unwanted(let number): note(answerTo: number)
    case .handler, .refusal: trial.noteStray("'start' is answered twice: \(reply.line)")
    case .opens, .closes:
      if !hasGate { trial.noteStray("it gives a verdict, and has no gate") }
    case .moreTime, .post, .log: break
    }
    return reply
  }

  private func note(answerTo number: Int) {
    if !sent.contains(number) {
      trial.noteStrayAnswer("it answers delivery \(number), which it was not sent")
      // It is meant for the one that waits.
      answered.formUnion(sent)
    } else if !answered.insert(number).inserted {
      trial.noteStrayAnswer("it answers delivery \(number) twice")
    }
  }

  private func read(_ bytes: [UInt8]?) -> PluginReply? {
    guard let bytes else {
      trial.noteStray("a line of more than \(ChildStreams.lineLimit) bytes")
      return nil
    }
    do throws(WireError) { return try PluginReply(bytes) } catch {
      trial.noteStray("\(error): \(visible(String(decoding: bytes.prefix(80), as: UTF8.self)))")
      return nil
    }
  }
}
