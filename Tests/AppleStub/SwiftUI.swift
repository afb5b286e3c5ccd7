// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stand-in for Apple's module, for type checks only: what the package uses of it, declared as Apple's documentation says.
public import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import AppKit
#endif

// MARK: Views

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

extension View where Body == Never {
  public var body: Never { fatalError() }
}

@resultBuilder
public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
    TupleView((repeat each content))
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> { fatalError() }
  public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
    fatalError()
  }
}

public struct EmptyView: View {
  public typealias Body = Never
  nonisolated public init() {}
}

public struct TupleView<Content>: View {
  public typealias Body = Never
  nonisolated public init(_ content: Content) {}
}

public struct _ConditionalContent<First: View, Second: View>: View {
  public typealias Body = Never
}

extension Optional: View where Wrapped: View {
  public typealias Body = Never
}

public struct Text: View {
  public typealias Body = Never
  nonisolated public init(_ key: LocalizedStringKey) {}
  @_disfavoredOverload nonisolated public init<Words: StringProtocol>(_ content: Words) {}
  nonisolated public func font(_ font: Font?) -> Text { self }
}

/// What literals become where words are shown; it takes strings and numbers, and nothing that only describes itself.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable, Sendable {
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}

  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ string: String) {}
    public mutating func appendInterpolation(_ text: Text) {}
    public mutating func appendInterpolation<Value: _FormatSpecifiable>(_ value: Value) {}
  }
}

public protocol _FormatSpecifiable: Equatable {}
extension Int: _FormatSpecifiable {}
extension Double: _FormatSpecifiable {}

public struct Font: Hashable, Sendable {
  public static let caption = Font()
  public static let body = Font()
  public func monospaced() -> Font { self }
}

public struct Color: View, Hashable, Sendable {
  public typealias Body = Never
  public static let clear = Color()
}

public struct ProgressView: View {
  public typealias Body = Never
  nonisolated public init() {}
  nonisolated public init(_ key: LocalizedStringKey) {}
  @_disfavoredOverload nonisolated public init<Words: StringProtocol>(_ title: Words) {}
}

public struct Group<Content: View>: View {
  public typealias Body = Never
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}

public struct VStack<Content: View>: View {
  public typealias Body = Never
  nonisolated public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
}

public struct ZStack<Content: View>: View {
  public typealias Body = Never
  nonisolated public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {}
}

public struct Alignment: Equatable, Sendable {
  public static let center = Alignment()
}

public struct HorizontalAlignment: Equatable, Sendable {
  public static let leading = HorizontalAlignment()
  public static let center = HorizontalAlignment()
}

public struct List<Content: View>: View {
  public typealias Body = Never
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}

public struct Section<Content: View>: View {
  public typealias Body = Never
  nonisolated public init(_ key: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
  @_disfavoredOverload nonisolated public init<Words: StringProtocol>(_ title: Words, @ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  public typealias Body = Never
  nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {}
  nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
  }
}

public struct LabeledContent<Label: View, Content: View>: View {
  public typealias Body = Never
  nonisolated public init<Value: StringProtocol>(_ key: LocalizedStringKey, value: Value)
  where Label == Text, Content == Text {}
  @_disfavoredOverload nonisolated public init<Words: StringProtocol, Value: StringProtocol>(_ title: Words, value: Value)
  where Label == Text, Content == Text {}
}

public struct Label<Title: View, Icon: View>: View {
  public typealias Body = Never
  nonisolated public init(_ key: LocalizedStringKey, systemImage name: String) where Title == Text, Icon == EmptyView {}
  @_disfavoredOverload nonisolated public init<Words: StringProtocol>(_ title: Words, systemImage name: String)
  where Title == Text, Icon == EmptyView {}
}

public struct Button<Label: View>: View {
  public typealias Body = Never
  nonisolated public init(_ key: LocalizedStringKey, action: @escaping @MainActor () -> Void) where Label == Text {}
  @_disfavoredOverload nonisolated public init<Words: StringProtocol>(
    _ title: Words, action: @escaping @MainActor () -> Void
  ) where Label == Text {}
}

public struct TabView<Content: View>: View {
  public typealias Body = Never
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}

public struct NavigationStack<Root: View>: View {
  public typealias Body = Never
  nonisolated public init(@ViewBuilder root: () -> Root) {}
}

// MARK: Modifiers

@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = _ViewModifier_Content<Self>
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  public typealias Body = Never
}

@frozen
public struct ModifiedContent<Content, Modifier> {
  public typealias Body = Never
  public var content: Content
  public var modifier: Modifier
  nonisolated public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  public var body: Never { fatalError() }
}

extension View {
  nonisolated public func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
  nonisolated public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
  ) -> some View { self }
  nonisolated public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View { self }
  nonisolated public func task(
    priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }
  nonisolated public func task<ID: Equatable>(
    id value: ID, priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }
  nonisolated public func background<Background: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> Background
  ) -> some View { self }
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { self }
  nonisolated public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View
  {
    self
  }
  nonisolated public func navigationTitle(_ key: LocalizedStringKey) -> some View { self }
  @_disfavoredOverload nonisolated public func navigationTitle<Words: StringProtocol>(_ title: Words) -> some View { self }
  nonisolated public func tabItem<Item: View>(@ViewBuilder _ label: () -> Item) -> some View { self }
  nonisolated public func font(_ font: Font?) -> some View { self }
}

// MARK: State and environment

public protocol DynamicProperty {}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  public init(wrappedValue value: Value) {}
  public init(initialValue value: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}

extension State: Sendable where Value: Sendable {}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}

extension Environment: Sendable where Value: Sendable {}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  public init() {}
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { Key.defaultValue }
    set {}
  }
  public var scenePhase: ScenePhase { .background }
}

public enum ScenePhase: Comparable, Sendable {
  case background
  case inactive
  case active
}

// MARK: Applications

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  public static func main() {}
}

@MainActor @preconcurrency
public protocol Scene {}

@resultBuilder
public enum SceneBuilder {
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}

// MARK: Within the other frameworks

#if canImport(UIKit)
  @MainActor @preconcurrency
  open class UIHostingController<Content: View>: UIViewController {
    public init(rootView: Content) { super.init(nibName: nil, bundle: nil) }
  }
#else
  @MainActor @preconcurrency
  open class NSHostingController<Content: View>: NSViewController {
    public init(rootView: Content) { super.init(nibName: nil, bundle: nil) }
  }

  @MainActor @preconcurrency @propertyWrapper
  public struct NSApplicationDelegateAdaptor<Delegate: NSObject & NSApplicationDelegate>: DynamicProperty {
    public init(_ type: Delegate.Type = Delegate.self) {}
    public var wrappedValue: Delegate { fatalError() }
  }
#endif
