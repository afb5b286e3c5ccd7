/// How large a file may be, and how many older ones stay beside it.
package struct RotationLimits: Sendable, Equatable {
  package var maxBytes: Int
  package var keep: Int

  package init(maxBytes: Int, keep: Int) {
    self.maxBytes = maxBytes
    self.keep = keep
  }

  /// True if the file has to go before a line of this length comes.
  package func rotates(size: Int, line: Int) -> Bool { size > 0 && size + line > maxBytes }
}

/// What a rotation does to the files beside the one that is full: pure.
package struct RotationPlan: Equatable, Sendable {
  /// A file's number becomes another; the full file's own is 0.
  package struct Move: Equatable, Sendable {
    package let from: Int
    package let to: Int

    package init(_ from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// The numbers of the files that go.
  package private(set) var removed: [Int] = []
  /// In an order in which no file takes the place of another.
  package private(set) var moves: [Move] = []

  /// Plans for the files that are there: number and size, 0 for the full one.
  ///
  /// The newest stay, at most `keep` and at most `maxBytes` × `keep` bytes. Gaps that a killed process has left are closed.
  package init(sizes: [Int: Int], limits: RotationLimits) {
    var total = 0
    var next = 1
    var up: [Move] = []
    for (number, size) in sizes.sorted(by: { $0.key < $1.key }) {
      total += size
      guard next <= limits.keep, total <= limits.maxBytes * limits.keep else {
        removed.append(number)
        continue
      }
      if number < next { up.append(Move(number, to: next)) }
      if number > next { moves.append(Move(number, to: next)) }
      next += 1
    }
    moves += up.reversed()
  }
}
