import Lifebus
import LifebusTestKit
import Testing

@Suite struct IdentityTests {
  let composed = "caf\u{e9}"
  let decomposed = "cafe\u{301}"

  @Test func `Identities that look the same and have other bytes are two`() {
    #expect(Identity(composed) != Identity(decomposed))
    #expect(Set([Identity(composed), Identity(decomposed)]).count == 2 && Identity(composed) == Identity("caf\u{e9}"))
  }

  @Test func `Secrets, and tokens of users, that look the same and have other bytes are two`() {
    #expect(Secret(composed) != Secret(decomposed) && Set([Secret(composed), Secret(decomposed)]).count == 2)
    let secret = Secret("a")
    #expect(AccessToken(secret: secret, user: composed) != AccessToken(secret: secret, user: decomposed))
    #expect(AccessToken(secret: secret, user: composed) == AccessToken(secret: secret, user: composed))
  }

  @Test func `What was published for one is not delivered to another who looks the same`() async throws {
    let test = TestBus()
    let gate = try test.gate()
    let behind = try test.record("behind", Custom.self, policy: Policy(behind: "auth"))
    test.launch()
    gate.open(Identity(composed))
    test.settle()
    gate.close()
    let nobodys = test.post("nobody's")
    gate.open(Identity(composed))
    behind.does(.takes(.milliseconds(10)))
    test.post("running")
    let hers = test.post("hers")
    gate.open(Identity(decomposed))
    test.advance(by: .milliseconds(50))
    #expect(try await nobodys.settled() == ["behind": .done])
    #expect(try await hers.settled() == ["behind": .skipped(.identityChanged)])
    #expect(gate.current == .open(Identity(decomposed)))
  }
}
