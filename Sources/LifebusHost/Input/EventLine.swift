internal import Lifebus
internal import LifebusJSON

/// One line of events, as it is to be posted.
struct EventLine: Equatable, Sendable {
  /// What the line asks for.
  enum Content: Equatable, Sendable {
    case launch(Launch.Cause, attributes: [String: String])
    case appear(Place)
    case disappear(Place)
    case phase(SceneReport, scene: SceneID, reason: ReportReason?)
    case custom(String, attributes: [String: String], key: String?)
  }

  let content: Content
  let id: EventID?

  var isLaunch: Bool {
    if case .launch = content { true } else { false }
  }

  /// The longest line that is read (1 MiB); a longer one is an error, and is not kept in memory.
  static let lengthLimit = 1 << 20

  /// Reads one line: an event in short form, or a CloudEvent.
  static func parse(_ bytes: [UInt8]) throws(LineError) -> EventLine {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(bytes)
    } catch {
      throw LineError("broken JSON at column \(error.offset + 1): \(error.problem)")
    }
    guard case .object(let object) = value else { throw LineError("is \(value.typeName): give an object") }
    return object["specversion"] == nil ? try parseShort(Fields(object)) : try parseCloudEvent(Fields(object))
  }

  /// Posts what the line asks for.
  func post(on bus: LifecycleBus) -> Receipt {
    switch content {
    case .launch(let cause, let attributes): bus.post(Launch(cause: cause, attributes: attributes), id: id)
    case .appear(let place): bus.post(Appear(place.scope, scene: place.scene), id: id)
    case .disappear(let place): bus.post(Disappear(place.scope, scene: place.scene), id: id)
    case .phase(let report, let scene, let reason): bus.report(report, scene: scene, reason: reason, id: id)
    case .custom(let name, let attributes, let key): bus.post(Custom(name, attributes: attributes, onceKey: key), id: id)
    }
  }
}

/// What is wrong with one line: the field, if it is one, and how.
struct LineError: Error, Equatable, CustomStringConvertible {
  let field: String?
  let problem: String

  /// What is wrong with a field.
  init(_ field: String, _ problem: String) {
    self.field = field
    self.problem = problem
  }

  /// What is wrong with the line as a whole.
  init(_ problem: String) {
    field = nil
    self.problem = problem
  }

  var description: String {
    guard let field else { return problem }
    return "field '\(field)' \(problem)"
  }
}

/// The types of events that a line can have.
enum LineType: String, CaseIterable {
  case launch
  case appear
  case disappear
  case phase
  case custom

  /// Reads a type, and says of what the bus derives that it cannot be posted.
  init(_ text: String) throws(LineError) {
    guard let type = LineType(rawValue: text) else {
      switch text {
      case FirstAppear.name: throw LineError("type", "'\(text)' is derived by the bus: post 'appear' instead")
      case PhaseChanged.name: throw LineError("type", "'\(text)' is derived by the bus: post 'phase' instead")
      default:
        throw LineError("type", "'\(text)' is unknown; known are \(Self.allCases.map(\.rawValue).joined(separator: ", "))")
      }
    }
    self = type
  }
}
