#if os(Linux)
  internal import CCurl
  internal import FoundationEssentials
  internal import Lifebus

  /// curl's side of one transfer, with all that it is told of it; used on one thread.
  final class CurlHandle {
    let raw: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?

    init(for exchange: Exchange) throws(HTTPTrouble) {
      guard let raw = curl_easy_init() else { throw .noCurl }
      self.raw = raw
      try setAddress(exchange.address)
      try setConduct()
      try setHeaders(exchange.headers())
      if let body = exchange.request.body { try setBody(Array(body.text.utf8)) }
    }

    deinit {
      curl_easy_cleanup(raw)
      curl_slist_free_all(headers)
    }

    /// What the last status line says; 0 before the first.
    var status: Int { lifebus_curl_number(raw, CURLINFO_RESPONSE_CODE) }

    func setReceivers(
      line: curl_write_callback, part: curl_write_callback, context: UnsafeMutableRawPointer
    ) throws(HTTPTrouble) {
      try Self.require(lifebus_curl_set_receivers(raw, line, part, context))
    }

    /// Sees to it that a transfer has ended well.
    func check(_ code: CURLcode) throws(HTTPTrouble) {
      let proxyStatus = lifebus_curl_number(raw, CURLINFO_HTTP_CONNECTCODE)
      switch code {
      case CURLE_OK: return
      case _ where proxyStatus >= 300: throw .connection("the proxy answered \(proxyStatus)")
      // The last is for a line of a trailer that is no field.
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_FUNCTION_ARGUMENT:
        throw .connection("what came is no HTTP")
      case CURLE_PEER_FAILED_VERIFICATION: throw .connection("the server's certificate is none that is trusted for its name")
      // Not curl's longer text, which quotes what came.
      default: throw .connection(String(cString: curl_easy_strerror(code)))
      }
    }

    /// As the parts were read: what curl connects to is what was checked.
    private func setAddress(_ address: WebAddress) throws(HTTPTrouble) {
      try set(CURLOPT_URL, address.origin + address.target)
      if address.isLoopback { try set(CURLOPT_PROXY, "") }
    }

    private func setConduct() throws(HTTPTrouble) {
      try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
      try set(CURLOPT_FRESH_CONNECT, 1)
      try set(CURLOPT_FORBID_REUSE, 1)
      try set(CURLOPT_HTTP_CONTENT_DECODING, 0)
      try set(CURLOPT_HTTP09_ALLOWED, 0)
      try set(CURLOPT_PATH_AS_IS, 1)
      // A proxy gets none of the headers, and its own are none of the answer's.
      try set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
      try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      // A signal would be for another thread.
      try set(CURLOPT_NOSIGNAL, 1)
      // Where curl does not know it, an end waits until the name is looked up.
      _ = lifebus_curl_set_number(raw, lifebus_curl_quick_exit, 1)
      if let file = ProcessInfo.processInfo.environment["SSL_CERT_FILE"], !file.isEmpty { try set(CURLOPT_CAINFO, file) }
    }

    private func setHeaders(_ headers: [String: String]) throws(HTTPTrouble) {
      // Not to wait for the server's consent to a body.
      for line in headers.map({ $1.isEmpty ? "\($0);" : "\($0): \($1)" }) + ["Expect:"] {
        guard let longer = curl_slist_append(self.headers, line) else { throw .noCurl }
        self.headers = longer
      }
      try Self.require(lifebus_curl_set_headers(raw, self.headers))
    }

    private func setBody(_ bytes: [UInt8]) throws(HTTPTrouble) {
      try Self.require(lifebus_curl_set_body(raw, bytes, bytes.count))
    }

    private func set(_ option: CURLoption, _ number: Int) throws(HTTPTrouble) {
      try Self.require(lifebus_curl_set_number(raw, option, number))
    }

    private func set(_ option: CURLoption, _ text: String) throws(HTTPTrouble) {
      try Self.require(lifebus_curl_set_text(raw, option, text))
    }

    private static func require(_ code: CURLcode) throws(HTTPTrouble) {
      guard code == CURLE_OK else { throw .noCurl }
    }
  }
#endif
