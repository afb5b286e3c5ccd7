#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the program that runs is.
enum OwnProgram {
  /// Its folder.
  static var folder: String? {
    guard let path, let slash = path.lastIndex(of: "/") else { return nil }
    return String(path[..<slash])
  }

  private static var path: String? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var given = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&given, &size) == 0 else { return nil }
      return FileReader.realPath(of: String(cString: given))
    #else
      return FileReader.realPath(of: "/proc/self/exe")
    #endif
  }
}
