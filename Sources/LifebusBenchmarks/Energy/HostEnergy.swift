/// What a host with its plugins costs while nothing happens.
struct HostEnergy: Contender {
  enum Cost: Sendable {
    case wakeUpsPerMinute
    case bytesPerMinute
    case residentBytes
  }

  let cost: Cost
  let programs: Programs
  let workplace: Workplace
  let name = "lifebus-host with analytics-logger"

  func measure() async throws -> Double {
    let host = try HostServer(programs, workplace)
    defer { host.end() }
    // What its start has begun has ended by then.
    try await Task.sleep(for: .milliseconds(500))
    let before = try ProcessCounts(host.id)
    guard cost != .residentBytes else { return before.resident }
    try await Task.sleep(for: .seconds(2))
    let after = try ProcessCounts(host.id)
    return (cost == .wakeUpsPerMinute ? after.wakeUps - before.wakeUps : after.written - before.written) * 30
  }
}
