/// The word that makes a run the slot's: which of the two, in which state, and what its bytes must add up to.
struct Head {
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  init(side: Int, isRunning: Bool = false, isOver: Bool = false, check: UInt32 = 0) {
    bits = UInt64(side) | (isRunning ? 2 : 0) | (isOver ? 4 : 0) | UInt64(check) << 32
  }

  var side: Int { Int(bits & 1) }
  var isRunning: Bool { bits & 2 != 0 }
  var isOver: Bool { bits & 4 != 0 }
}

/// How long a run's texts are, in one word.
struct Lengths {
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  init(kind: Int, scope: Int?) {
    bits = UInt64(kind) | (scope.map { UInt64($0) << 16 | 1 << 32 } ?? 0)
  }

  var kind: Int { Int(bits & 0xffff) }
  var scope: Int? { bits >> 32 == 0 ? nil : Int(bits >> 16 & 0xffff) }
}
