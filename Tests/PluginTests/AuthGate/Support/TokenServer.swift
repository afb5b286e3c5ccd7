import HTTPTestServer
import Synchronization

/// A token server that takes each refresh token once, and gives `ACCESS-2` and `REFRESH-2` for `REFRESH-1`, and so on.
final class TokenServer: Sendable {
  private final class Rotation: Sendable {
    private let number = Mutex(1)
    private let instead = Mutex<[TestAnswer?]>([])

    func next(_ answers: [TestAnswer?]) { instead.withLock { $0 += answers } }

    func answer(_ request: TestRequest) -> TestAnswer {
      if let answer = instead.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return answer }
      return number.withLock { number in
        guard request.form["refresh_token"] == "REFRESH-\(number)" else {
          return .reply(400, #"{"error": "invalid_grant", "error_description": "\#(request.body)"}"#)
        }
        number += 1
        return .grant(number)
      }
    }
  }

  private let rotation = Rotation()
  private let latch: Latch?
  let server: TestServer

  /// Starts a server; with a latch it answers nobody before that is opened.
  init(latch: Latch? = nil) throws {
    self.latch = latch
    let rotation = rotation
    server = try TestServer { request in
      let answer = rotation.answer(request)
      return latch.map(answer.after) ?? answer
    }
  }

  var address: String { server.address + "/token" }

  /// What the next requests get; nil: what they should.
  func answers(_ answers: TestAnswer?...) { rotation.next(answers) }
}

extension TestAnswer {
  /// A grant of the tokens of a number, for an hour.
  static func grant(_ number: Int) -> TestAnswer {
    .reply(
      200,
      #"{"access_token":"ACCESS-\#(number)","refresh_token":"REFRESH-\#(number)","token_type":"Bearer","expires_in":3600}"#)
  }
}
