/// The figures of a row, one of each round.
struct Measurement {
  let row: Row
  let product: [Double]
  let peer: [Double]?

  /// For each round, what the goal is about.
  ///
  /// With a peer how many times faster the product is, or, where the goal is a most, how many times its figure is the peer's;
  /// without one the product's figure.
  var ratios: [Double] {
    guard let peer else { return product }
    return zip(product, peer).map { product, peer in row.goal?.sense == .atMost ? product / peer : peer / product }
  }

  var ratio: Double { ratios.median }
}

extension [Double] {
  /// The middle one, or the mean of the middle two.
  var median: Double {
    let sorted = self.sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted.count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2
  }
}
