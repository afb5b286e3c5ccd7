import AnalyticsLogger
import Testing

@Suite struct MarkTests {
  static let run = "0b1c2d3e-4f50-4a1b-8c2d-3e4f50617283"

  @Test(arguments: [FileEnd(inode: 0, length: 0), FileEnd(inode: .max, length: .max), FileEnd(inode: 12_345, length: 678)])
  func `a mark comes back from its text as it was`(end: FileEnd) {
    let mark = Mark(run: Self.run, end: end)
    #expect(Mark(mark.description) == mark)
  }

  @Test func `the text has the version, the run, the file and its length`() {
    #expect(Mark(run: Self.run, end: FileEnd(inode: 7, length: 42)).description == "1 \(Self.run) 7 42")
  }

  @Test(arguments: [
    "", "1", "2 \(run) 7 42", "1 \(run) 7", "1 \(run) 7 42 9", "1 \(run) 7 42\n", "1  \(run) 7 42", "1 \(run) 07 42",
    "1 \(run) 7 +42", "1 \(run) 7 -42", "1 \(run) -7 42", "1 \(run.uppercased()) 7 42", "1 run 7 42",
    "1 \(run) 7 99999999999999999999",
  ])
  func `a text of another form is no mark`(text: String) {
    #expect(Mark(text) == nil)
  }
}
