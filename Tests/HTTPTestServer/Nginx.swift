internal import CLifebusSystem
import Foundation
internal import LifebusSystem
import Synchronization

/// A real web server on this machine, nginx, with a log of what it was asked; it ends with the value.
///
/// It is given a socket that listens already, so that nobody needs to wait until it is ready.
package final class Nginx: Sendable {
  /// The address of its root, without a slash at the end.
  package let address: String
  /// The file of the certificate.
  package let certificate: String
  private let folder: String
  /// Nil when it has ended.
  private let process: Mutex<pid_t?>

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - folder: A folder that is there; the server's files are those below `www` in it.
  ///   - isSecure: Whether it speaks `https`, with the certificate that is in the file ``certificate`` then.
  ///   - rules: What stands in the `server` block of its configuration beside that.
  /// - Throws: What is against it: there is no nginx, say.
  package init(in folder: String, isSecure: Bool = false, rules: String = "") throws {
    self.folder = folder
    let (listener, port) = try Descriptor.listenOnLoopback()
    defer { listener.close() }
    address = "\(isSecure ? "https" : "http")://127.0.0.1:\(port)"
    certificate = folder + "/certificate.pem"
    let rules = isSecure ? "ssl_certificate \(certificate); ssl_certificate_key \(certificate); " + rules : rules
    try FileManager.default.createDirectory(atPath: folder + "/www", withIntermediateDirectories: true)
    try Data(TestCertificate.text.utf8).write(to: URL(filePath: certificate))
    let listen = "127.0.0.1:\(port)\(isSecure ? " ssl" : "")"
    let configuration = Self.configuration(in: folder, listen: listen, rules: rules)
    try Data(configuration.utf8).write(to: URL(filePath: folder + "/nginx.conf"))
    process = Mutex(try Self.start(["-p", folder, "-c", folder + "/nginx.conf", "-e", "stderr"], with: listener))
  }

  private static func start(_ arguments: [String], with listener: Descriptor) throws -> pid_t {
    let path = try program()
    let nowhere = try Descriptor.open(writing: "/dev/null")
    defer { nowhere.close() }
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = [strdup("NGINX=0;"), nil]
    defer { for text in words + variables { free(text) } }
    return try SystemError.check { lifebus_spawn(path, words, variables, [listener.raw, nowhere.raw, 2]) }
  }

  deinit { end() }

  /// Ends the server.
  ///
  /// - Returns: What it was asked, in the order of the answers' ends.
  package func stop() throws -> [LoggedRequest] {
    end()
    let log = try String(contentsOf: URL(filePath: folder + "/log"), encoding: .utf8)
    return log.split(separator: "\n").map { LoggedRequest($0) }
  }

  private func end() {
    process.withLock { process in
      guard let id = process else { return }
      kill(id, SIGTERM)
      waitpid(id, nil, 0)
      process = nil
    }
  }

  private static func program() throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"]
    let programs = folders.map { $0 + "/nginx" }
    guard let program = programs.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
      throw NoNginx()
    }
    return program
  }

  private static func configuration(in folder: String, listen: String, rules: String) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
    return """
      daemon off;
      \(geteuid() == 0 ? "user root;" : "")
      pid \(folder)/pid;
      events {}
      http {
        \(temporary.joined(separator: " "))
        log_format test "\(LoggedRequest.format)";
        access_log \(folder)/log test;
        server {
          listen \(listen);
          root \(folder)/www;
          \(rules)
        }
      }
      """
  }
}

/// The tests need a web server that is not there.
struct NoNginx: Error, CustomStringConvertible {
  let description = "nginx is not installed: install the package 'nginx', whose service need not run"
}

/// A line of a web server's log.
package struct LoggedRequest: Sendable, Equatable, CustomStringConvertible {
  static let format =
    "$request_uri\t$status\t$body_bytes_sent\t$http_if_none_match\t$http_if_modified_since\t$http_authorization"

  /// Path and query.
  package let target: String
  package let status: Int
  /// Bytes of the answer's body.
  package let bytes: Int
  /// The values of headers; `-` for one that was not there.
  package let ifNoneMatch, ifModifiedSince, authorization: String

  init(_ line: Substring) {
    let fields = line.split(separator: "\t").map(String.init)
    target = fields[0]
    (status, bytes) = (Int(fields[1]) ?? 0, Int(fields[2]) ?? 0)
    (ifNoneMatch, ifModifiedSince, authorization) = (fields[3], fields[4], fields[5])
  }

  /// Target, status and bytes.
  package var description: String { "\(target) \(status) \(bytes)" }
}
