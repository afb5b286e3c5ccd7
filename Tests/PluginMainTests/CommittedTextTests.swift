import LifebusWire
import Testing

@Suite struct CommittedTextTests {
  @Test(arguments: ["", "17", "läuft", "\0\n\"", "base64", "Base64:/wA="])
  func `Text is itself`(text: String) {
    #expect(CommittedText.text(of: Array(text.utf8)) == text)
    #expect(CommittedText.value(of: text) == Array(text.utf8))
  }

  @Test(
    arguments: [
      ([0xFF], "base64:/w=="), ([0xFF, 0xFE], "base64://4="), ([0xFF, 0xFE, 0xFD], "base64://79"),
      ([0xFF, 0, 0, 0], "base64:/wAAAA=="),
      (Array("base64:x".utf8), "base64:YmFzZTY0Ong="),
    ] as [([UInt8], String)])
  func `Bytes that are no text are base64, and so is what could be taken for it`(bytes: [UInt8], text: String) {
    #expect(CommittedText.text(of: bytes) == text)
    #expect(CommittedText.value(of: text) == bytes)
  }

  @Test(arguments: ["base64:/w", "base64:/w=", "base64:====", "base64:/w==/w==", "base64:*w=="])
  func `What is no base64 has no value`(text: String) {
    #expect(CommittedText.value(of: text) == nil)
  }

  @Test func `Whatever bytes come back as they were`() {
    var generator = SystemRandomNumberGenerator()
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(CommittedText.value(of: CommittedText.text(of: bytes)) == bytes)
    }
  }
}
