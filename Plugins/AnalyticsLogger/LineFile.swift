/// A file of lines that rotates, each line in it whole.
///
/// Not `Sendable`: the actor that has it is its only user.
final class LineFile {
  let path: String
  private let limits: RotationLimits
  private var file: OpenFile?
  private var isClosed = false

  init(path: String, limits: RotationLimits) {
    self.path = path
    self.limits = limits
  }

  /// Opens the file, which is made, with its folder, if it is not there, and cuts off a last line that is not whole.
  ///
  /// - Returns: How many bytes were cut off.
  func open() throws -> Int {
    try FileSystem.makeFolder(of: path)
    let file = try OpenFile(path)
    self.file = file
    return try file.cutTornLine()
  }

  /// Appends a line; if that fails, the file is as it was.
  func append(_ line: [UInt8]) throws {
    guard !isClosed else { throw AnalyticsLoggerError.file(path, problem: "is closed") }
    if file?.isRemoved == true { file = nil }
    if let size = file?.size, limits.rotates(size: size, line: line.count) { try rotate() }
    let file = try self.file ?? OpenFile(path)
    self.file = file
    try file.append(line)
  }

  /// Brings the file to the disk and closes it.
  func close() throws {
    isClosed = true
    let file = self.file
    self.file = nil
    try file?.synchronize()
  }

  private func rotate() throws {
    let plan = RotationPlan(sizes: try FileSystem.sizes(of: path), limits: limits)
    for number in plan.removed { try FileSystem.remove(name(number)) }
    for move in plan.moves { try FileSystem.move(name(move.from), to: name(move.to)) }
    file = nil
  }

  private func name(_ number: Int) -> String { number == 0 ? path : "\(path).\(number)" }
}
