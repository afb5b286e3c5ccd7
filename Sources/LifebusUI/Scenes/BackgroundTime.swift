package import Lifebus

/// Time that the system grants an application which goes to the background, so that it is not suspended in the middle of a call.
@MainActor
package struct BackgroundTime {
  /// Asks for time; returns what gives it back.
  ///
  /// The argument is called when the system wants it back at once.
  package typealias Take = @MainActor (_ expired: @escaping @MainActor @Sendable () -> Void) -> @MainActor () -> Void

  private let take: Take

  package init(_ take: @escaping Take) {
    self.take = take
  }

  /// Takes time, makes the report, and gives the time back when all that followed from the report has ended.
  package func cover(_ report: () -> Receipt) {
    let grant = Grant()
    grant.end = take { grant.giveBack() }
    let receipt = report()
    Task {
      _ = try? await receipt.settled()
      grant.giveBack()
    }
  }
}

/// Time that was taken, and is given back once.
@MainActor
private final class Grant {
  var end: (@MainActor () -> Void)?

  func giveBack() {
    end?()
    end = nil
  }
}
