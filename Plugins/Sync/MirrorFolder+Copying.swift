extension MirrorFolder {
  private static let chunk = 131_072

  /// Compares a copy with its source; if they are equal, the copy gets the source's time, and the result is true.
  func refresh(
    _ name: String, in folder: borrowing Descriptor, from source: borrowing Descriptor, _ stamp: FileStamp
  ) throws(SystemError) -> Bool {
    let copy = try folder.file(name)
    guard try hasSameContent(source, copy) else { return false }
    try copy.setModified(stamp.modified)
    return true
  }

  /// Replaces a copy as a whole; whatever fails, the old one is left as it was.
  ///
  /// - Returns: The number of bytes.
  func replace(
    _ name: String, in folder: borrowing Descriptor, from source: borrowing Descriptor, _ stamp: FileStamp
  ) throws(SystemError) -> Int {
    let draft = try Draft(in: folder)
    defer { draft.discard() }
    let bytes = try copyContent(source, to: draft)
    guard try source.status().stamp == stamp else { throw SystemError(text: "it was written to while it was read") }
    try draft.setModified(stamp.modified)
    try draft.synchronize()
    try draft.take(name)
    return bytes
  }

  private func copyContent(_ source: borrowing Descriptor, to copy: Draft) throws(SystemError) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunk, alignment: 16)
    defer { buffer.deallocate() }
    var total = 0
    while true {
      let count = try source.read(into: buffer, from: total)
      try copy.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      total += count
      guard count == buffer.count else { return total }
      guard !Task.isCancelled else { throw SystemError(text: "it was cancelled") }
    }
  }

  private func hasSameContent(_ left: borrowing Descriptor, _ right: borrowing Descriptor) throws(SystemError) -> Bool {
    let buffers = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * Self.chunk, alignment: 16)
    defer { buffers.deallocate() }
    let (first, second) = (buffers[..<Self.chunk], buffers[Self.chunk...])
    var total = 0
    while true {
      let one = try left.read(into: UnsafeMutableRawBufferPointer(rebasing: first), from: total)
      let other = try right.read(into: UnsafeMutableRawBufferPointer(rebasing: second), from: total)
      guard one == other, first.prefix(one).elementsEqual(second.prefix(one)) else { return false }
      guard one == Self.chunk else { return true }
      total += one
      guard !Task.isCancelled else { throw SystemError(text: "it was cancelled") }
    }
  }
}
