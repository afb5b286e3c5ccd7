internal import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Descriptor {
  /// Listens on this machine only, on a port that is free.
  static func listenOnLoopback(ofVersion6 isVersion6: Bool = false) throws(SystemError) -> (Descriptor, port: UInt16) {
    if !isVersion6 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let listener = try listener(on: &address, of: AF_INET)
      return (listener, UInt16(bigEndian: address.sin_port))
    }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    let listener = try listener(on: &address, of: AF_INET6)
    return (listener, UInt16(bigEndian: address.sin6_port))
  }

  /// Listens on an address, which has its port then.
  private static func listener<Address>(on address: inout Address, of family: Int32) throws(SystemError) -> Descriptor {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    let listener = Descriptor(raw: try SystemError.check { socket(family, type, 0) })
    var size = socklen_t(MemoryLayout<Address>.size)
    try withUnsafeMutablePointer(to: &address) { pointer throws(SystemError) in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic throws(SystemError) in
        _ = try SystemError.check { bind(listener.raw, generic, size) }
        _ = try SystemError.check { listen(listener.raw, 128) }
        _ = try SystemError.check { getsockname(listener.raw, generic, &size) }
      }
    }
    return listener
  }

  /// Takes the next connection, and waits for it; an error once nobody listens any more.
  func acceptConnection() throws(SystemError) -> Descriptor {
    Descriptor(raw: try SystemError.check { accept(raw, nil, nil) })
  }
}
