/// The fingerprints of once-keys: a table of numbers, of which at most three quarters of the places are taken.
///
/// It takes 11 to 22 bytes a key, and finds one in about one look.
struct FingerprintSet: Sendable {
  /// 0 is a free place; the fingerprint 0 itself is counted apart.
  private var places: [UInt64]
  private var hasZero = false
  private(set) var count = 0

  init(_ fingerprints: [UInt64] = []) {
    var capacity = 16
    while capacity * 3 < fingerprints.count * 4 { capacity *= 2 }
    places = Array(repeating: 0, count: capacity)
    for fingerprint in fingerprints { insert(fingerprint) }
  }

  func contains(_ fingerprint: UInt64) -> Bool {
    fingerprint == 0 ? hasZero : places[place(of: fingerprint)] != 0
  }

  mutating func insert(_ fingerprint: UInt64) {
    guard fingerprint != 0 else { return hasZero = true }
    let place = place(of: fingerprint)
    guard places[place] == 0 else { return }
    places[place] = fingerprint
    count += 1
    if count * 4 > places.count * 3 { grow() }
  }

  /// The fingerprint's place, or the free one that it would take.
  private func place(of fingerprint: UInt64) -> Int {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: fingerprint ^ (fingerprint >> 32)) & mask
    while places[place] != 0, places[place] != fingerprint { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: 0, count: old.count * 2)
    for fingerprint in old where fingerprint != 0 { places[place(of: fingerprint)] = fingerprint }
  }
}
