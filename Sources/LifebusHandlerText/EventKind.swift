package import Lifebus

/// A kind of event as text.
package enum EventKind: Hashable, Sendable, CustomStringConvertible {
  case launch
  case appear
  case firstAppear
  case disappear
  case phaseChanged
  case custom(String)

  package static let words: [String: EventKind] = [
    "launch": .launch, "appear": .appear, "firstAppear": .firstAppear, "disappear": .disappear, "phaseChanged": .phaseChanged,
  ]

  /// What is written where a kind is not known.
  package static let known = "launch, appear, firstAppear, disappear, phaseChanged, custom:NAME"

  package init?(_ text: String) {
    if let kind = Self.words[text] {
      self = kind
    } else if text.hasPrefix("custom:"), text.count > "custom:".count {
      self = .custom(String(text.dropFirst("custom:".count)))
    } else {
      return nil
    }
  }

  /// Reads `KIND` or `KIND(WHAT)`.
  package init?(describing text: String) {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else {
      self.init(text)
      return
    }
    self.init(String(text[..<open]))
  }

  package var description: String {
    switch self {
    case .launch: "launch"
    case .appear: "appear"
    case .firstAppear: "firstAppear"
    case .disappear: "disappear"
    case .phaseChanged: "phaseChanged"
    case .custom(let name): "custom:\(name)"
    }
  }

  /// True for a kind that has a scope.
  package var isPlaced: Bool {
    switch self {
    case .appear, .firstAppear, .disappear: true
    case .launch, .phaseChanged, .custom: false
    }
  }

  package var selector: KindSelector {
    switch self {
    case .launch: .type(Launch.self)
    case .appear: .type(Appear.self)
    case .firstAppear: .type(FirstAppear.self)
    case .disappear: .type(Disappear.self)
    case .phaseChanged: .type(PhaseChanged.self)
    case .custom(let name): .custom(name)
    }
  }
}
