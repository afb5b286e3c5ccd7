import Foundation
import LifebusSystem

/// The disk's own cost: pages are appended to a file, each synchronised before the next.
struct SynchronisedPage: Contender {
  let name = "the disk"
  private let pages = 500
  private let workplace: Workplace

  init(in workplace: Workplace) { self.workplace = workplace }

  func measure() async throws -> Double {
    let path = workplace.newPath("pages")
    defer { workplace.remove(path) }
    let file = try Descriptor.open(writing: path)
    defer { file.close() }
    let page = [UInt8](repeating: 1, count: 4_096)
    let elapsed = try ContinuousClock().measure {
      for _ in 0..<pages {
        try file.write(page)
        try file.synchronize()
      }
    }
    return elapsed / .nanoseconds(pages)
  }
}
