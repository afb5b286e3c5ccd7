/// The package Lifebus, on which a plugin in Swift depends.
enum LifebusPackage {
  /// What no other package has.
  private static let mark = "Sources/LifebusPlugin/PROTOCOL.md"

  /// The path of the package from the root: the folder that is given, or else the one in which this program was built.
  static func path(_ given: String?) throws(UsageError) -> String {
    guard let given else { return try ownCheckout() }
    guard isPackage(given), let path = FileReader.realPath(of: given) else {
      throw UsageError("--package: '\(given)' is not the package Lifebus: it has no \(mark)")
    }
    return path
  }

  private static func ownCheckout() throws(UsageError) -> String {
    var folder = OwnProgram.folder ?? ""
    while let slash = folder.lastIndex(of: "/") {
      if isPackage(folder) { return folder }
      folder = String(folder[..<slash])
    }
    throw UsageError("this program is not in a build folder of the package Lifebus: say with --package where the package is")
  }

  private static func isPackage(_ folder: String) -> Bool { FileReader.realPath(of: folder + "/" + mark) != nil }
}
