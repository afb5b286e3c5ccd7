// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "lifebus",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Lifebus", targets: ["Lifebus"]),
    .library(name: "LifebusSQLite", targets: ["LifebusSQLite"]),
    .library(name: "LifebusTestKit", targets: ["LifebusTestKit"]),
    .library(name: "LifebusHost", targets: ["LifebusHost"]),
    .executable(name: "lifebus-host", targets: ["lifebus-host"]),
    .executable(name: "lifebus", targets: ["LifebusCLI"]),
  ],
  targets: [
    .target(name: "LifebusThreads"),
    .target(name: "Lifebus", dependencies: ["LifebusThreads"]),
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
    .target(name: "LifebusHTTP", dependencies: ["LifebusThreads"]),
    .target(name: "LifebusWire", dependencies: ["LifebusJSON"]),
    .target(name: "LifebusTestKit", dependencies: ["Lifebus", "LifebusJSON"]),
    .target(
      name: "LifebusHost",
      dependencies: ["Lifebus", "LifebusJSON", "LifebusSQLite", "LifebusSystem", "LifebusThreads", "LifebusWire"]),
    .target(
      name: "AuthGate", dependencies: ["Lifebus", "LifebusHTTP", "LifebusJSON", "LifebusSystem"], path: "Plugins/AuthGate"),
    .target(name: "Sync", dependencies: ["Lifebus"], path: "Plugins/Sync"),
    .target(name: "AnalyticsLogger", dependencies: ["Lifebus"], path: "Plugins/AnalyticsLogger"),
    .executableTarget(
      name: "lifebus-host", dependencies: ["LifebusHost", "AuthGate", "Sync", "AnalyticsLogger"],
      resources: [.embedInCode("Example")]),
    .executableTarget(name: "LifebusCLI", dependencies: ["LifebusTestKit", "LifebusJSON", "LifebusSystem", "LifebusWire"]),
    .executableTarget(name: "LifebusBenchmarks", dependencies: ["Lifebus"]),
    .target(name: "HTTPTestServer", dependencies: ["LifebusSystem"], path: "Tests/HTTPTestServer"),
    .testTarget(name: "HTTPTests", dependencies: ["HTTPTestServer", "LifebusHTTP", "LifebusThreads"]),
    .testTarget(name: "LifebusTests", dependencies: ["Lifebus", "LifebusTestKit"]),
    .testTarget(
      name: "LedgerTests",
      dependencies: ["CSQLite", "Lifebus", "LifebusLedgerFile", "LifebusSQLite", "LifebusTestKit", "LifebusThreads"]),
    .testTarget(name: "ScenarioTests", dependencies: ["Lifebus", "LifebusJSON", "LifebusTestKit", "LifebusCLI"]),
    .testTarget(
      name: "ShellTests",
      dependencies: ["LifebusCLI", "LifebusJSON", "LifebusSystem", "LifebusWire", "lifebus-host"], exclude: ["suite.sh"]),
    .testTarget(
      name: "PluginTests",
      dependencies: ["HTTPTestServer", "Lifebus", "LifebusHTTP", "LifebusTestKit", "AuthGate", "Sync", "AnalyticsLogger"]),
    .testTarget(name: "DocumentationTests", dependencies: ["Lifebus", "LifebusTestKit"]),
    .testTarget(
      name: "LifebusHostTests",
      dependencies: ["Lifebus", "LifebusHost", "LifebusJSON", "LifebusSystem", "LifebusThreads", "LifebusWire", "lifebus-host"]),
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
