internal import Lifebus
internal import LifebusJSON

/// A plugin as the command line names it: by its name, or, with a slash, by the path of a program.
enum PluginChoice: Equatable, Sendable {
  case known(HandlerID)
  case program(HandlerID, path: String)

  init(_ text: HandlerID) {
    self = text.rawValue.contains("/") ? .program(ChildProgram.name(ofPath: text.rawValue), path: text.rawValue) : .known(text)
  }

  var name: HandlerID {
    switch self {
    case .known(let name), .program(let name, path: _): name
    }
  }
}
