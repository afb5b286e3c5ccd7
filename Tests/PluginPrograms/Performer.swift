import Lifebus

/// Does what each event asks for by its name, with the value that it brings.
actor Performer: LifecyclePlugin {
  struct Options: PluginOptions {
    enum CodingKeys: String, CodingKey, CaseIterable { case greeting }
    static var names: [String] { CodingKeys.allCases.map(\.rawValue) }
    var greeting: String?
  }

  static let pluginID: HandlerID = "performer"
  private let context: PluginContext
  private let greeting: String
  private var last: Delivery<Custom>?

  init(options: Options, context: PluginContext) throws {
    greeting = options.greeting ?? "starts"
    self.context = context
  }

  func start() async throws { context.log("\(greeting) for \(context.version)") }

  nonisolated func register(on bus: LifecycleBus) throws {
    let policy = Policy(
      timeout: .seconds(9), retry: Retry(attempts: 3, delay: .milliseconds(20)),
      durability: bus.hasLedger ? .atLeastOnce : .none,
      gate: GateOptions(onClose: .cancelRunning))
    try bus.register(self, policy: policy) { on in
      on(PhaseChanged.self, where: \.isEntry, keep: .latest) { _, delivery in delivery.note("entry") }
      on(FirstAppear.self, scope: "home", once: .perInstall, name: "welcome") { _, delivery in
        delivery.note("first \(delivery.event.place.scope) in \(delivery.event.place.scene)")
      }
      on(Launch.self) { _, delivery in delivery.note("launched by \(delivery.event.cause): \(delivery.event.attributes)") }
      on(Custom.self) { performer, delivery in try await performer.perform(delivery) }
    }
  }

  func stop() async { context.log("stops") }

  private func perform(_ delivery: Delivery<Custom>) async throws {
    let value = delivery.event.attributes["value"] ?? ""
    switch delivery.event.name {
    case "fail": throw Failure(value)
    case "failForGood": throw PermanentFailure(value)
    case "wait": try await foreverUntilCancelled()
    case "ignoreCancel":
      context.log("begins")
      try? await foreverUntilCancelled()
      delivery.note("cancelled: \(Task.isCancelled)")
    case "commit": delivery.commit(bytes(value))
    case "committed": delivery.note("\(delivery.committed ?? [])")
    case "moreTime": delivery.extendTimeout(by: .milliseconds(Int(value) ?? 0))
    case "keep": last = delivery
    case "postOfLast": last?.post(Custom("late"))
    case "open": delivery.gate?.open(Identity(value))
    case "close": delivery.gate?.close(value)
    case "print": print(value)
    case "read": delivery.note("read \(readLine() ?? "nothing")")
    case "describe": delivery.note(description(of: delivery))
    case "post": post(value, by: delivery)
    default: context.log(delivery.event.name)
    }
  }

  private func description(of delivery: Delivery<Custom>) -> String {
    """
    \(delivery.sequence) \(delivery.id) given \(delivery.givenID?.value ?? "none") #\(delivery.attempt) \(delivery.idempotencyKey) \
    replayed \(delivery.isReplayed) earlier \(delivery.isFromEarlierProcess) once \(delivery.event.onceKey ?? "none")
    """
  }

  private func post(_ kind: String, by delivery: Delivery<Custom>) {
    switch kind {
    case "appear": delivery.post(Appear(Scope("article", instance: "42"), scene: "left"))
    case "own": delivery.post(Sale(item: "book", price: 12))
    case "foreign": delivery.post(Custom("sold", attributes: ["item": "book"]), id: EventID("7", source: "/shop"))
    default: delivery.note("\(delivery.post(Custom(kind), id: "given").disposition)")
    }
  }

  /// Bytes from their numbers, or from a text.
  private func bytes(_ value: String) -> [UInt8] {
    let numbers = value.split(separator: " ").map { UInt8($0) }
    return numbers.contains(nil) ? Array(value.utf8) : numbers.compactMap(\.self)
  }
}

/// An event of a type that no host has.
struct Sale: LifecycleEvent, Codable {
  static let name = "sale"
  let item: String
  let price: Int
}

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Waits until the calling task is cancelled.
func foreverUntilCancelled() async throws {
  let (stream, continuation) = AsyncStream<Void>.makeStream()
  for await _ in stream {}
  continuation.finish()
  try Task.checkCancellation()
}
