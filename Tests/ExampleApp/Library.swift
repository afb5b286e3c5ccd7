import LifebusUI
import Observation

/// An article.
struct Article: Identifiable, Sendable {
  let id: Int
  let title: String
}

/// The articles of each user: it outlives the views that load into it.
@MainActor @Observable
final class Library {
  private let server: Server
  private var shelves: [Identity: [Article]] = [:]

  init(_ server: Server = Server()) {
    self.server = server
  }

  func articles(of user: Identity) -> [Article] { shelves[user, default: []] }

  /// Loads what a user has: for the screen that shows it, when it appears for the first time.
  func load(for user: Identity) async throws {
    shelves[user] = try await server.articles(user)
  }

  /// Brings up to date what was loaded; what no screen has shown yet is loaded when one does.
  func refresh(for user: Identity) async throws {
    if shelves[user] != nil { try await load(for: user) }
  }
}

/// Where articles come from; a real one asks the network.
struct Server: Sendable {
  var articles: @Sendable (Identity) async throws -> [Article] = { user in
    (1...20).map { Article(id: $0, title: "Article \($0) for \(user)") }
  }
}
