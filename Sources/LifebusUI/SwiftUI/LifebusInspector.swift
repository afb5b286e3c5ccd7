#if canImport(SwiftUI)
  public import Lifebus
  public import SwiftUI

  /// A screen for debugging: what the bus did, how its handlers stand, and what is held by what.
  ///
  /// It shows the bus of the environment, or another one. While it is on the screen deliveries are recorded with their times,
  /// which makes them slower.
  public struct LifebusInspector: View {
    @Environment(\.lifecycleBus) private var environmentBus
    @State private var model = InspectorModel()
    private let givenBus: LifecycleBus?

    /// Creates an inspector.
    ///
    /// - Parameter bus: The bus; nil: that of the environment.
    public init(_ bus: LifecycleBus? = nil) {
      givenBus = bus
    }

    private var bus: LifecycleBus? { givenBus ?? environmentBus }

    /// What is held, the handlers, and the timeline, the latest first.
    public var body: some View {
      List {
        if !model.held.isEmpty {
          Section("Held") {
            ForEach(model.held, id: \.id) { HandlerRow(handler: $0) }
          }
        }
        Section("Handlers") {
          ForEach(model.handlers, id: \.id) { HandlerRow(handler: $0) }
        }
        Section("Timeline") {
          ForEach(model.timeline) { TimelineRow(line: $0) }
        }
      }
      .navigationTitle("Lifebus")
      .taskWhileVisible {
        if let bus { await model.follow(bus.activity, of: bus) }
      }
    }
  }

  private struct HandlerRow: View {
    let handler: Snapshot.Handler

    var body: some View {
      VStack(alignment: .leading) {
        LabeledContent(handler.id.rawValue, value: handler.standing)
        if let error = handler.lastError { Text(error).font(.caption) }
      }
    }
  }

  private struct TimelineRow: View {
    let line: TimelineLine

    var body: some View {
      VStack(alignment: .leading) {
        LabeledContent(line.subject, value: line.what)
        Text(line.clock).font(.caption.monospaced())
      }
    }
  }
#endif
