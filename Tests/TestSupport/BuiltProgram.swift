package import Foundation

/// A program of this package, where the build has put it: beside the tests.
package enum BuiltProgram {
  /// The folder of all of them.
  package static let folder: URL = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return bundle.bundleURL.deletingLastPathComponent()
    #else
      return Bundle.main.bundleURL
    #endif
  }()

  package static func path(of name: String) -> String { folder.appending(path: name).path }
}
