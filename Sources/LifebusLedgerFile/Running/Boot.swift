internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#endif

/// The system's start, by which a killed process is told from a loss of power.
enum Boot {
  #if canImport(Darwin)
    static let current: String = {
      var bytes = [CChar](repeating: 0, count: 64)
      var size = bytes.count
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return "" }
      return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()
  #else
    static let current: String = {
      guard let file = try? Descriptor.open(reading: "/proc/sys/kernel/random/boot_id") else { return "" }
      defer { file.close() }
      return String(decoding: (try? file.readAll(limit: 36)) ?? [], as: UTF8.self)
    }()
  #endif
}
