internal import LifebusSystem
internal import LifebusThreads

/// A link as its thread serves it, and nobody else.
final class ServedLink {
  private let link: ChildLink
  private var streams: ChildStreams

  init(_ link: ChildLink) {
    self.link = link
    streams = ChildStreams(link.process)
  }

  /// What is to be waited for, and how long.
  var reading: [Descriptor] { streams.open(withOutput: !link.isPaused) }
  var writing: Descriptor? { link.pending }
  var patience: Duration? { streams.patience }

  /// Reads and sends what can be; false when the program has ended, and that was told.
  func serve(_ ready: Set<Int32>) -> Bool {
    if let writing, ready.contains(writing.raw) { link.flush() }
    for event in streams.read(ready) { handle(event) }
    if streams.isOverdue { link.kill(because: "it has closed its output") }
    guard streams.mayHaveEnded(ready), let end = link.collect() else { return true }
    // What it has written last is there already; what others still write does not count.
    for event in streams.readRest() { handle(event) }
    link.finish(end)
    return false
  }

  private func handle(_ event: ChildStreams.Event) {
    switch event {
    case .line where link.isKilled: break
    case .line(let bytes?): link.tell(.line(bytes))
    case .line(nil): link.kill(because: "it has written a line of more than \(ChildStreams.lineLimit) bytes")
    case .talk(let text): link.tell(.talk(text))
    }
  }
}
