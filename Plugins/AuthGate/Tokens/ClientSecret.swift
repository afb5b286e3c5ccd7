internal import Lifebus

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where a client's secret is; read each time it is needed, so that it can be changed meanwhile.
enum ClientSecret: Sendable {
  case file(String)
  case variable(String)

  func read() throws(TokenTrouble) -> Secret {
    switch self {
    case .file(let path):
      guard case .bytes(let bytes, _) = PrivateFile(path: path).read() else {
        throw .unavailable("the file of option 'clientSecretFile' cannot be read")
      }
      let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      return try secret(String(decoding: line, as: UTF8.self), option: "clientSecretFile")
    case .variable(let name):
      return try secret(getenv(name).map { String(cString: $0) } ?? "", option: "clientSecretVariable")
    }
  }

  private func secret(_ text: String, option: String) throws(TokenTrouble) -> Secret {
    guard !text.isEmpty else { throw .unavailable("what option '\(option)' names is empty") }
    return Secret(text)
  }
}
