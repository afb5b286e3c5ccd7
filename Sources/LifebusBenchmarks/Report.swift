import Foundation

/// Prints figures and ratios, for people or as one JSON object a line.
struct Report {
  let printsJSON: Bool

  func figure(_ row: String, _ name: String, _ samples: [Double]) {
    guard !printsJSON else { return }
    let spread = "\(rounded(samples.min() ?? 0)) … \(rounded(samples.max() ?? 0))"
    print("\(padded(row, 24)) \(padded(name, 34)) \(padded(rounded(samples.median), 10)) ns   (\(spread))")
  }

  /// How many times faster the product is than a peer: the median of the rounds' ratios.
  func ratio(_ row: String, _ figures: [String: [Double]], _ peer: String, _ product: String, reach: Double) {
    let ratios = zip(figures[peer] ?? [], figures[product] ?? []).map { $0 / $1 }
    line(row, "\(product), against \(peer)", ratios.median, "≥", reach, holds: ratios.median >= reach)
  }

  func growth(_ row: String, _ many: [Double], _ one: [Double], limit: Double) {
    let ratios = zip(many, one).map { $0 / $1 }
    line(row, "64 handlers against 1", ratios.median, "≤", limit, holds: ratios.median <= limit)
  }

  private func line(_ row: String, _ what: String, _ ratio: Double, _ sign: String, _ reach: Double, holds: Bool) {
    if printsJSON {
      print(#"{"row":"\#(row)","what":"\#(what)","ratio":\#(rounded(ratio)),"reach":\#(reach),"holds":\#(holds)}"#)
    } else {
      print("\(row)  \(padded(what, 70)) \(rounded(ratio))×  (\(sign) \(reach))  \(holds ? "holds" : "does not hold")")
    }
  }

  private func rounded(_ value: Double) -> String { String(format: value < 100 ? "%.2f" : "%.0f", value) }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension [Double] {
  var median: Double {
    let sorted = self.sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted.count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2
  }
}
