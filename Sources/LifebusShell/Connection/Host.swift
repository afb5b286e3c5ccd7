internal import LifebusSystem
internal import LifebusWire

/// The host at a place, as the verbs talk to it.
struct Host {
  /// How long a host may take for what it has at hand.
  static let patience = Duration.seconds(5)

  let place: HostPlace
  /// What the messages begin with.
  let speaker: String

  init(_ arguments: Arguments, for verb: any Verb.Type) throws(UsageError) {
    place = try HostPlace(arguments)
    speaker = "lifebus \(verb.name)"
  }

  /// Connects; the error says why that cannot be.
  func connect() throws(Ending) -> Descriptor {
    do throws(SocketError) { return try LocalSocket.connect(to: place.socket) } catch { throw .unreachable(error) }
  }

  /// Asks for lines that are at hand, or, where there is no host, its ledger's files for what they can tell.
  func lines(_ request: WireRequest, or access: LedgerAccess) throws(Ending) -> [[UInt8]] {
    do throws(Ending) {
      return try lines(request)
    } catch {
      guard case .ledger(let question) = request, error == .unreachable(.noListener), let folder = place.ledger else {
        throw error
      }
      return try access.lines(question, in: folder)
    }
  }

  /// Asks for lines that are at hand, and returns them all.
  func lines(_ request: WireRequest) throws(Ending) -> [[UInt8]] {
    let socket = try connect()
    defer { socket.close() }
    var lines: [[UInt8]] = []
    // To look at all of a large ledger, and to start a program, takes as long as it takes.
    let patience: Exchange.Patience =
      switch request {
      case .ledger, .reload: .greeting(Self.patience)
      default: .each(Self.patience)
      }
    var conversation = Conversation(on: socket, request, patience: patience)
    let ending = carry(&conversation) { heard in
      if case .line(let line) = heard { lines.append(line) }
      return []
    }
    guard ending == .complete || ending == .shutdown else { throw ending }
    return lines
  }

  /// Carries a conversation to its end; a reader of the data that is gone ends the program.
  func carry(_ conversation: inout Conversation, _ hear: (Exchange.Heard) -> [UInt8]) -> Ending {
    do throws(SystemError) {
      return try conversation.run(hear)
    } catch {
      if error.isClosedPipe { Talk.endWithReader() }
      Talk.giveUp(error)
    }
  }

  /// Says what there is to say of an ending, and returns its exit code.
  func end(_ ending: Ending) -> ExitCode {
    if let words = ending.words(place) { say(words) }
    return ending.code
  }

  /// Says something to whoever watches.
  func say(_ text: String) { Talk.say("\(speaker): \(visible(text))") }
}
