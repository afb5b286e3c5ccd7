extension Deque: Sendable where Element: Sendable {}

/// An array that gives up its first element without moving the others.
struct Deque<Element> {
  private var elements: [Element?] = []
  private var start = 0

  var count: Int { elements.count - start }
  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : self[0] }

  subscript(index: Int) -> Element {
    get {
      guard let element = elements[start + index] else { preconditionFailure("an element that was given up") }
      return element
    }
    set { elements[start + index] = newValue }
  }

  var all: [Element] { (0..<count).map { self[$0] } }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = self[0]
    elements[start] = nil
    start += 1
    // Half of it given up: moving the rest costs one step for each element that was given up since the last time.
    if start >= 32, start * 2 >= elements.count {
      giveUpFront()
    }
    return element
  }

  /// Moves the rest to the front; what a long queue has taken is given back.
  private mutating func giveUpFront() {
    if elements.capacity > 8 * count + 512 { elements = Array(elements[start...]) } else { elements.removeFirst(start) }
    start = 0
  }

  /// Takes an element out; the nearer it is to an end, the fewer others are moved.
  mutating func remove(at index: Int) {
    guard index < count / 2 else {
      elements.remove(at: start + index)
      return
    }
    for place in stride(from: start + index, to: start, by: -1) { elements[place] = elements[place - 1] }
    _ = popFirst()
  }

  mutating func prepend(contentsOf front: [Element]) {
    elements.replaceSubrange(0..<start, with: front.map(Optional.some))
    start = 0
  }

  /// Gives up all elements that meet the condition, and returns them in order.
  mutating func extract(where condition: (Element) -> Bool) -> [Element] {
    var kept: [Element?] = []
    var given: [Element] = []
    for index in 0..<count {
      let element = self[index]
      if condition(element) { given.append(element) } else { kept.append(element) }
    }
    elements = kept
    start = 0
    return given
  }
}
