internal import LifebusJSON

/// A plugin in Swift: a package with a handler, the program that runs it, and a test in virtual time.
struct SwiftTemplate {
  private let name: String
  private let type: String
  /// The path of the package Lifebus.
  private let package: String

  init(_ name: PluginName, package: String) {
    (self.name, type, self.package) = (name.text, name.typeName, package)
  }

  var files: [PluginFile] {
    [
      PluginFile(path: "Package.swift", text: manifest),
      PluginFile(path: "Sources/\(type)Handler/\(type)Plugin.swift", text: handler),
      PluginFile(path: "Sources/\(type)Program/main.swift", text: program),
      PluginFile(path: "Tests/\(type)Tests/\(type)Tests.swift", text: test), PluginFile(path: ".gitignore", text: ".build\n"),
      PluginFile(path: "README.md", text: page),
    ]
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v15)],
      products: [.executable(name: "\(name)", targets: ["\(type)Program"])],
      dependencies: [.package(name: "lifebus", path: \(JSONLine.quoted(package)))],
      targets: [
        .target(name: "\(type)Handler", dependencies: [.product(name: "Lifebus", package: "lifebus")]),
        .executableTarget(
          name: "\(type)Program", dependencies: ["\(type)Handler", .product(name: "LifebusPlugin", package: "lifebus")]),
        .testTarget(
          name: "\(type)Tests", dependencies: ["\(type)Handler", .product(name: "LifebusTestKit", package: "lifebus")]),
      ]
    )

    """
  }

  private var handler: String {
    #"""
    import Lifebus

    /// Greets each screen that appears.
    public actor \#(type)Plugin: LifecyclePlugin {
      public struct Options: PluginOptions {
        enum CodingKeys: String, CodingKey, CaseIterable { case greeting }
        public static var names: [String] { CodingKeys.allCases.map(\.rawValue) }
        var greeting: String?
      }

      public static let pluginID: HandlerID = "\#(name)"
      private let greeting: String
      private let log: @Sendable (String) -> Void

      public init(options: Options, context: PluginContext) {
        greeting = options.greeting ?? "hello"
        log = context.log
      }

      public nonisolated func register(on bus: LifecycleBus) throws {
        try bus.register(self, policy: Policy(timeout: .seconds(30))) { on in
          on(Appear.self) { plugin, delivery in plugin.greet(delivery) }
        }
      }

      private func greet(_ delivery: Delivery<Appear>) {
        let scope = delivery.event.place.scope
        log("\(greeting), \(scope)")
        delivery.post(Custom("greeted", attributes: ["scope": scope.name]))
      }
    }

    """#
  }

  private var program: String {
    """
    import \(type)Handler
    import LifebusPlugin

    await PluginMain.run(\(type)Plugin.self)

    """
  }

  private var test: String {
    #"""
    import Lifebus
    import LifebusTestKit
    import Testing

    @testable import \#(type)Handler

    @Suite struct \#(type)Tests {
      @Test func `It greets each screen that appears`() throws {
        let test = TestBus()
        let context = PluginContext(folder: "own", base: ".", version: "1") { _ in }
        try \#(type)Plugin(options: .init(), context: context).register(on: test.bus)
        let recorder = RecordingHandler("recorder", on: test.clock)
        try test.bus.register(recorder) { on in
          on(Custom.self, named: "greeted") { recorder, delivery in try await recorder.handle(delivery) }
        }

        test.bus.post(Launch(cause: .user))
        test.bus.post(Appear("home"))
        test.settle()
        #expect(recorder.lines == ["0 custom:greeted"])
      }
    }

    """#
  }

  private var page: String {
    """
    # \(name)

    `\(type)Plugin` is a plugin of `lifebus-host`, and `\(type)Program` the program that runs it.
    `swift test` tests what it does, and `lifebus plugin test .build/debug/\(name)` whether it keeps to the protocol.
    `lifebus-host --plugins .build/debug/\(name)` hosts it; from another shell, `lifebus emit launch` and `lifebus emit appear home`.

    """
  }
}
