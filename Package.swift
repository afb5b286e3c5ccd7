// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "lifebus",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Lifebus", targets: ["Lifebus"]),
    .library(name: "LifebusSQLite", targets: ["LifebusSQLite"]),
    .library(name: "LifebusTestKit", targets: ["LifebusTestKit"]),
    .library(name: "LifebusUI", targets: ["LifebusUI"]),
    .library(name: "LifebusHost", targets: ["LifebusHost"]),
    .library(name: "LifebusPlugin", targets: ["LifebusPlugin"]),
    .executable(name: "lifebus-host", targets: ["lifebus-host"]),
    .executable(name: "lifebus", targets: ["LifebusCLI"]),
  ],
  targets: [
    .target(name: "LifebusThreads"),
    .target(name: "Lifebus", dependencies: ["LifebusThreads"]),
    .target(name: "LifebusUI", dependencies: ["Lifebus"]),
    .target(name: "LifebusJSON"),
    .target(name: "CLifebusSystem"),
    .target(name: "LifebusSystem", dependencies: ["CLifebusSystem"]),
    .target(
      name: "CSQLite",
      linkerSettings: [
        // By its full name: Debian and Ubuntu have the short one with the headers only.
        .linkedLibrary(":libsqlite3.so.0", .when(platforms: [.linux])),
        .linkedLibrary("sqlite3", .when(platforms: [.macOS, .iOS])),
      ]),
    .target(
      name: "LifebusLedgerFile",
      dependencies: ["CLifebusSystem", "CSQLite", "Lifebus", "LifebusSystem", "LifebusThreads"]),
    .target(
      name: "LifebusSQLite", dependencies: ["Lifebus", "LifebusLedgerFile", "LifebusThreads"], exclude: ["SCHEMA.md"]),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary(":libcurl.so.4", .when(platforms: [.linux]))]),
    .target(
      name: "LifebusHTTP",
      dependencies: ["Lifebus", "LifebusThreads", .target(name: "CCurl", condition: .when(platforms: [.linux]))]),
    .target(name: "LifebusWire", dependencies: ["LifebusJSON"]),
    .target(name: "LifebusHandlerText", dependencies: ["Lifebus", "LifebusJSON"]),
    .target(name: "LifebusPluginOptions", dependencies: ["Lifebus", "LifebusJSON"]),
    .target(
      name: "LifebusPlugin",
      dependencies: [
        "Lifebus", "LifebusHandlerText", "LifebusJSON", "LifebusPluginOptions", "LifebusSystem", "LifebusThreads",
        "LifebusWire",
      ],
      exclude: ["PROTOCOL.md"]),
    .target(name: "LifebusTestKit", dependencies: ["Lifebus", "LifebusHandlerText", "LifebusJSON"]),
    .target(
      name: "LifebusHost",
      dependencies: [
        "Lifebus", "LifebusHandlerText", "LifebusJSON", "LifebusLedgerFile", "LifebusPluginOptions", "LifebusShell",
        "LifebusSQLite", "LifebusSystem", "LifebusTestKit", "LifebusThreads", "LifebusWire",
      ]),
    .target(
      name: "AuthGate", dependencies: ["Lifebus", "LifebusHTTP", "LifebusJSON", "LifebusSystem"], path: "Plugins/AuthGate"),
    .target(name: "Sync", dependencies: ["Lifebus", "LifebusHTTP"], path: "Plugins/Sync"),
    .target(name: "AnalyticsLogger", dependencies: ["Lifebus"], path: "Plugins/AnalyticsLogger"),
    .executableTarget(
      name: "lifebus-host", dependencies: ["LifebusHost", "AuthGate", "Sync", "AnalyticsLogger"],
      resources: [.embedInCode("Example")]),
    .target(
      name: "LifebusShell",
      dependencies: ["Lifebus", "LifebusHandlerText", "LifebusTestKit", "LifebusJSON", "LifebusSystem", "LifebusWire"]),
    .executableTarget(name: "LifebusCLI", dependencies: ["LifebusShell"]),
    .target(name: "CLiveBytes"),
    .executableTarget(name: "LifebusWork", dependencies: ["Lifebus"]),
    .executableTarget(
      name: "LifebusBenchmarks",
      dependencies: [
        "CLiveBytes", "Lifebus", "LifebusJSON", "LifebusLedgerFile", "LifebusSQLite", "LifebusSystem", "LifebusThreads",
      ]),
    .executableTarget(
      name: "CrashHost", dependencies: ["AnalyticsLogger", "Lifebus", "LifebusHost", "LifebusSystem"], path: "Tests/CrashHost"),
    .target(name: "TestSupport", dependencies: ["LifebusSystem", "LifebusThreads"], path: "Tests/TestSupport"),
    .target(name: "HTTPTestServer", dependencies: ["CLifebusSystem", "LifebusSystem"], path: "Tests/HTTPTestServer"),
    .testTarget(name: "HTTPTests", dependencies: ["HTTPTestServer", "Lifebus", "LifebusHTTP", "LifebusThreads"]),
    .testTarget(name: "LifebusTests", dependencies: ["Lifebus", "LifebusTestKit"]),
    // What of the example has no views.
    .target(
      name: "ExampleReader", dependencies: ["LifebusUI"], path: "Tests/ExampleApp", exclude: ["ReaderApp.swift", "Views"]),
    .testTarget(name: "LifebusUITests", dependencies: ["ExampleReader", "Lifebus", "LifebusTestKit", "LifebusUI"]),
    .testTarget(
      name: "LedgerTests",
      dependencies: [
        "CSQLite", "Lifebus", "LifebusLedgerFile", "LifebusSQLite", "LifebusTestKit", "LifebusThreads", "TestSupport",
      ]),
    .testTarget(
      name: "ScenarioTests",
      dependencies: [
        "Lifebus", "LifebusCLI", "LifebusHandlerText", "LifebusJSON", "LifebusTestKit", "TestSupport", "lifebus-host",
      ]),
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "LifebusCLI", "LifebusJSON", "LifebusShell", "LifebusSystem", "LifebusWire", "TestSupport", "lifebus-host",
      ],
      exclude: ["suite.sh"]),
    .testTarget(
      name: "PluginTests",
      dependencies: [
        "AnalyticsLogger", "AuthGate", "HTTPTestServer", "Lifebus", "LifebusHTTP", "LifebusLedgerFile", "LifebusSQLite",
        "LifebusTestKit", "Sync", "TestSupport",
      ]),
    .testTarget(
      name: "CrashTests",
      dependencies: [
        "CrashHost", "Lifebus", "LifebusJSON", "LifebusLedgerFile", "LifebusSystem", "LifebusTestKit", "LifebusThreads",
        "LifebusWire", "TestSupport",
      ]),
    .testTarget(name: "BenchmarkTests", dependencies: ["LifebusBenchmarks"]),
    .executableTarget(
      name: "PluginPrograms", dependencies: ["AnalyticsLogger", "Lifebus", "LifebusPlugin"], path: "Tests/PluginPrograms"),
    .testTarget(
      name: "PluginMainTests",
      dependencies: [
        "AnalyticsLogger", "Lifebus", "LifebusJSON", "LifebusSystem", "LifebusThreads", "LifebusWire", "PluginPrograms",
        "TestSupport",
      ]),
    .executableTarget(name: "ChildPrograms", dependencies: ["LifebusJSON"], path: "Tests/ChildPrograms"),
    .testTarget(name: "DocumentationTests", dependencies: ["Lifebus", "LifebusTestKit", "TestSupport"]),
    .testTarget(
      name: "LifebusHostTests",
      dependencies: [
        "CLifebusSystem", "ChildPrograms", "HTTPTestServer", "Lifebus", "LifebusHandlerText", "LifebusHost", "LifebusJSON",
        "LifebusSQLite", "LifebusShell", "LifebusSystem", "LifebusThreads", "LifebusWire", "TestSupport", "lifebus-host",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
