/// One of several things that a verb does: the word after the verb.
protocol VerbAction: Sendable {
  /// The word.
  static var name: String { get }
  /// The options that do not belong to every action of the verb.
  static var options: [Option] { get }
}

extension VerbAction {
  static var options: [Option] { [] }

  /// Sees to it that there are so many names after the action's.
  static func expect(_ count: Int, _ names: [String], _ what: String) throws(UsageError) {
    guard names.count != count else { return }
    let problem = names.count < count ? "a name is missing" : "'\(names[count])' is one name too many"
    throw UsageError("\(problem): give \(what) after '\(name)'")
  }
}

extension Arguments {
  /// The place of the action that the first name asks for; an option that belongs to others alone is an error.
  func place(ofActionIn actions: [any VerbAction.Type]) throws(UsageError) -> Int {
    let known = actions.map { $0.name }.joined(separator: ", ")
    guard let name = names.first else { throw UsageError("what is to be done is missing: give one of \(known)") }
    guard let place = actions.firstIndex(where: { $0.name == name }) else {
      throw UsageError("'\(name)' is unknown; known are \(known)")
    }
    let own = actions[place].options.map(\.name)
    let foreign = actions.flatMap { $0.options }.first { has($0) && !own.contains($0.name) }
    if let foreign { throw UsageError("option '\(foreign.name)' does not belong to '\(name)'") }
    return place
  }
}
