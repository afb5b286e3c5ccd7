import Lifebus
import LifebusUI
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct PresenceTests {
  @Test func `A view that appears five times is a first appearance once`() async throws {
    let screen = try Screen()
    let home = FakeView(window: screen.activeWindow(), scope: "home")
    _ = try await screen.news()
    for _ in 1...5 {
      home.onAppear()
      home.onDisappear()
    }
    let news = try await screen.news()
    #expect(news.count { $0 == "firstAppear home" } == 1)
    #expect(news.count { $0 == "appear home" } == 5)
    #expect(news.count { $0 == "disappear home" } == 5)
  }

  @Test func `A view that is told of twice has appeared once`() async throws {
    let screen = try Screen()
    let home = FakeView(window: screen.activeWindow(), scope: "home")
    _ = try await screen.news()
    home.onAppear()
    home.onAppear()
    #expect(try await screen.news() == ["firstAppear home", "appear home"])
  }

  @Test func `A view whose new identity appears before the old one goes has been there all the time`() async throws {
    let screen = try Screen()
    let home = FakeView(window: screen.activeWindow(), scope: "home")
    home.onAppear()
    _ = try await screen.news()
    let rebuilt = home.rebuilt()
    rebuilt.onAppear()
    home.onDisappear()
    #expect(try await screen.news() == [])
    rebuilt.onDisappear()
    #expect(try await screen.news() == ["disappear home"])
  }

  @Test func `A view whose old identity goes before the new one appears comes again, and not for the first time`() async throws
  {
    let screen = try Screen()
    let home = FakeView(window: screen.activeWindow(), scope: "home")
    home.onAppear()
    _ = try await screen.news()
    home.onDisappear()
    home.rebuilt().onAppear()
    #expect(try await screen.news() == ["disappear home", "appear home"])
  }

  @Test func `A scope with several views is there as long as one of them is`() async throws {
    let screen = try Screen()
    let window = screen.activeWindow()
    let header = FakeView(window: window, scope: "home")
    let list = FakeView(window: window, scope: "home")
    _ = try await screen.news()
    header.onAppear()
    list.onAppear()
    header.onDisappear()
    #expect(try await screen.news() == ["firstAppear home", "appear home"])
    list.onDisappear()
    #expect(try await screen.news() == ["disappear home"])
  }

  @Test func `A scope in two windows appears in each, and for the first time once`() async throws {
    let screen = try Screen()
    let left = FakeView(window: screen.activeWindow(), scope: "home")
    let right = FakeView(window: screen.activeWindow(), scope: "home")
    _ = try await screen.news()
    left.onAppear()
    right.onAppear()
    left.onDisappear()
    #expect(try await screen.news() == ["firstAppear home", "appear home", "appear home", "disappear home"])
  }

  @Test func `A view that becomes another scope's leaves the old one`() async throws {
    let screen = try Screen()
    let window = screen.activeWindow()
    let view = ViewIdentity()
    _ = try await screen.news()
    window.appear(view, as: Scope("article", instance: "1"))
    window.appear(view, as: Scope("article", instance: "2"))
    #expect(
      try await screen.news() == [
        "firstAppear article/1", "appear article/1", "disappear article/1", "firstAppear article/2", "appear article/2",
      ])
  }

  @Test func `A view that becomes another scope's while it is hidden appears as that when it is shown`() async throws {
    let screen = try Screen()
    var article = FakeView(window: screen.activeWindow(), scope: Scope("article", instance: "1"))
    article.onAppear()
    article.onDisappear()
    _ = try await screen.news()
    article.onChange(of: Scope("article", instance: "2"))
    #expect(try await screen.news() == [])
    article.onAppear()
    #expect(try await screen.news() == ["firstAppear article/2", "appear article/2"])
  }

  @Test func `What a view becomes after its window has ended is told to nobody`() async throws {
    let screen = try Screen()
    let window = screen.activeWindow()
    var home = FakeView(window: window, scope: "home")
    home.onAppear()
    _ = try await screen.news()
    window.end()
    home.onChange(of: "settings")
    #expect(try await screen.news() == ["exit"])
  }

  @Test func `A view that is freed without a word keeps its scope no longer than until the next one comes`() async throws {
    let screen = try Screen()
    let window = screen.activeWindow()
    _ = try await screen.news()
    FakeView(window: window, scope: "home").onAppear()
    FakeView(window: window, scope: "home").onAppear()
    #expect(try await screen.news() == ["firstAppear home", "appear home", "disappear home", "appear home"])
  }
}
