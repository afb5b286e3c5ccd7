import Foundation
import Lifebus
import Sync
import Testing

@Suite struct PlacesTests {
  let base = Path(parts: ["home", "app"])

  func place(_ text: String) throws -> String {
    MirrorPlan.place(of: try Resource(text, base: base).path, base: base).joined(separator: "/")
  }

  @Test(arguments: [
    ("a/b", "a/b"), ("a//./b/", "a/b"), ("a%2Fb", "a%2Fb"), ("x/../a", "a"), ("../../etc/passwd", "%root/etc/passwd"),
    ("../../../../../etc/passwd", "%root/etc/passwd"), ("/etc/passwd", "%root/etc/passwd"), ("/home/app/a", "a"),
    ("/home/apple/a", "%root/home/apple/a"), ("%root/etc/passwd", "%25root/etc/passwd"), ("a/%new", "a/%25new"),
    ("%25new", "%2525new"), ("file:///home/app/a%20b", "a b"), ("file:/home/app/a", "a"), ("FILE://localhost/x", "%root/x"),
    ("file:///home/app/%2e%2e/x", "%root/home/x"), ("./b:c", "b:c"),
  ])
  func `a file has its own place, inside the mirror`(resource: String, expected: String) throws {
    #expect(try place(resource) == expected)
  }

  @Test func `a folder whose name looks the same as the base's and has other bytes is another`() throws {
    let (base, other) = (Path(parts: ["caf\u{e9}"]), Path(parts: ["cafe\u{301}", "a"]))
    #expect(MirrorPlan.place(of: other, base: base) == ["%root", "cafe\u{301}", "a"])
    #expect(Path(parts: ["caf\u{e9}"]) != Path(parts: ["cafe\u{301}"]))
  }

  @Test func `two files never have one place, and no place is one of the plugin's own`() throws {
    var random = SystemRandomNumberGenerator()
    let names = ["a", "%", "%25", "%root", "%25root", "%new", "%25new", "a%2Fb", "b", "home", "app", "app2", ".hidden", "..."]
    var paths: [[String]: Path] = [:]
    for _ in 0..<20_000 {
      let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in names.randomElement(using: &random) ?? "a" }
      let path = Path(parts: (Bool.random(using: &random) ? base.parts : []) + parts)
      let place = MirrorPlan.place(of: path, base: base)
      #expect(paths.updateValue(path, forKey: place).map { $0 == path } ?? true, "\(place)")
      #expect(place.last != MirrorPlan.temporary)
      #expect(!place.contains { $0.isEmpty || $0 == "." || $0 == ".." || $0.contains("/") })
    }
  }

  @Test(arguments: [
    ("ftp://example.org/a", "the scheme 'ftp' is not known"), ("a:b", "the scheme 'a' is not known"), ("", "it is empty"),
    ("file://server/a", "it is on another host"), ("file:a", "a URL needs an absolute path"),
    ("file:///a%2Fb", "a name in it has an encoded '/' or zero byte"),
    ("file:///a%00", "a name in it has an encoded '/' or zero byte"),
    ("file:///a%+1", "a '%' in it is not followed by two digits"), ("file:///a%4", "a '%' in it is not followed by two digits"),
    ("file:///%ff", "it is no UTF-8"), ("a\0b", "it has a zero byte"),
  ])
  func `a resource that cannot be mirrored is an error that says what is known`(resource: String, problem: String) throws {
    let error = #expect(throws: SyncError.self) { try Resource(resource, base: base) }
    #expect(
      error?.description
        == "option 'resources' of sync names '\(resource)': \(problem); known are paths, and URLs of the schemes 'file', 'https' and, on this machine, 'http'"
    )
  }

  @Test(arguments: ["mirror", ".", "mirror/a", ".."])
  func `neither may the mirror be in a resource nor a resource in the mirror`(resource: String) throws {
    let context = PluginContext(folder: "/state/sync", base: "/home/app", version: "1") { _ in }
    #expect(throws: SyncError.self) { try SyncPlugin(options: .init(resources: [resource], into: "mirror"), context: context) }
  }
}

@Suite struct MirrorPlanTests {
  func stamp(_ size: Int, modified: Int, changed: Int) -> FileStamp {
    FileStamp(size: size, modified: FileTime(seconds: modified), changed: FileTime(seconds: changed))
  }

  @Test func `without a copy, or with one of another size, a file is copied`() {
    #expect(MirrorPlan.step(for: stamp(1, modified: 5, changed: 5), copy: nil) == .copy)
    #expect(MirrorPlan.step(for: stamp(1, modified: 5, changed: 5), copy: stamp(2, modified: 5, changed: 50)) == .copy)
  }

  @Test func `a file of the same time is kept only if it was left alone since well before it was copied`() {
    let copy = stamp(1, modified: 5, changed: 50)
    #expect(MirrorPlan.step(for: stamp(1, modified: 5, changed: 47), copy: copy) == .keep)
    #expect(MirrorPlan.step(for: stamp(1, modified: 5, changed: 48), copy: copy) == .compare)
    #expect(MirrorPlan.step(for: stamp(1, modified: 5, changed: 60), copy: copy) == .compare)
    #expect(MirrorPlan.step(for: stamp(1, modified: 6, changed: 6), copy: copy) == .compare)
  }
}
