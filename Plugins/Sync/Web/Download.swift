internal import LifebusHTTP
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What comes of one resource, on its way into a draft in the copy's folder.
final class Download: Sendable {
  private let folder: Descriptor
  private let draft = Mutex<Draft?>(nil)

  /// Removes what a killed process has left of another.
  init(in folder: borrowing Descriptor) throws(SystemError) {
    try? folder.remove(MirrorPlan.temporary)
    self.folder = try folder.again()
  }

  /// Takes a part of a whole answer's body; of no other answer is anything kept.
  func receive(_ head: HTTPHead, _ part: Data) throws {
    guard head.status == 200 else { return }
    let draft = try whole()
    try part.withUnsafeBytes { try draft.write($0) }
  }

  /// The draft; an empty one if there was no body.
  func whole() throws(SystemError) -> Draft {
    if let draft = draft.withLock({ $0 }) { return draft }
    let new = try Draft(in: folder)
    draft.withLock { $0 = new }
    return new
  }

  /// Removes the draft, if it has not become the copy.
  func discard() { draft.withLock { $0 }?.discard() }
}
