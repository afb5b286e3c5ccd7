/// What the command line of `lifebus check` asks for.
struct CheckOptions {
  var files: [String] = []
  var printsJSON = false
  var printsTimeline = false
  var seed: UInt64?
  var orders: UInt64 = 0
  var isObserved = true

  init(_ arguments: [String]) throws(UsageError) {
    var reader = ArgumentReader(arguments)
    while let argument = try reader.next() {
      switch argument {
      case .name(let file): files.append(file)
      case .option(let option): try set(option, &reader)
      }
    }
    guard !files.isEmpty else { throw UsageError("no file is given") }
  }

  private mutating func set(_ option: String, _ reader: inout ArgumentReader) throws(UsageError) {
    switch option {
    case "--json":
      try reader.flag(option)
      printsJSON = true
    case "--print":
      try reader.flag(option)
      printsTimeline = true
    case "--seed": seed = try reader.number(option, 0...UInt64.max)
    case "--orders": orders = try reader.number(option, 1...1_000_000)
    case "--unobserved":
      try reader.flag(option)
      isObserved = false
    default: throw UsageError("option '\(option)' is unknown; known are \(Check.optionNames.joined(separator: ", "))")
    }
  }
}
