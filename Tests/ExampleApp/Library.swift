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
  private var shelves: [Identity: [Article]] = [:]

  func articles(of user: Identity) -> [Article] { shelves[user, default: []] }

  func load(for user: Identity) async throws {
    shelves[user] = try await Server.articles(for: user)
  }
}

/// Where articles come from; a real one asks the network.
enum Server {
  static func articles(for user: Identity) async throws -> [Article] {
    (1...20).map { Article(id: $0, title: "Article \($0) for \(user)") }
  }
}
