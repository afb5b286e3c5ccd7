/// A file while it is written: it has a name of its own until it is whole, and then takes that of the file that it replaces.
///
/// One at a time in a folder; what a killed process has left is removed by the next.
final class Draft: Sendable {
  private let folder: Descriptor
  private let file: Descriptor

  /// Makes an empty file in a folder.
  init(in folder: borrowing Descriptor) throws(SystemError) {
    do throws(SystemError) { try folder.remove(MirrorPlan.temporary) } catch {
      throw SystemError(text: "'\(MirrorPlan.temporary)' is in the way beside the copy: \(error.text)")
    }
    self.folder = try folder.again()
    file = try folder.newFile(MirrorPlan.temporary)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) { try file.write(bytes) }

  func setModified(_ time: FileTime) throws(SystemError) { try file.setModified(time) }

  /// Waits until what was written is on the disk.
  func synchronize() throws(SystemError) { try file.synchronize() }

  /// Gives the file its name, in place of what has that name.
  func take(_ name: String) throws(SystemError) { try folder.rename(MirrorPlan.temporary, to: name) }

  /// Removes the file, if it has not taken its name.
  func discard() { try? folder.remove(MirrorPlan.temporary) }
}
