internal import LifebusHandlerText
internal import LifebusJSON

/// What each call for a clause does.
struct CallScript: Sendable {
  /// How many calls something happens in, from the first one of the whole file on.
  enum Times: Sendable, Equatable {
    case first(Int)
    case always

    static let never = Times.first(0)

    /// Whether it happens in the call with this number, counted from 0.
    func covers(_ number: Int) -> Bool {
      switch self {
      case .first(let count): number < count
      case .always: true
      }
    }
  }

  /// An event that a call posts as its first act.
  struct Post: Sendable {
    let event: CustomPost
    let isAwaited: Bool
  }

  var duration = 0
  var fails = Times.never
  var hangs = Times.never
  var traps = Times.never
  var ignoresCancel = false
  var posts: [Post] = []

  /// False if no call for the clause ever waits for anything.
  var suspends: Bool { duration > 0 || hangs != .never || traps != .never || posts.contains(where: \.isAwaited) }

  static let keys: Set<String> = ["durationMs", "fails", "hangs", "traps", "ignoresCancel", "posts"]

  /// Reads a script; what is not given is as in the other.
  init(_ fields: Fields, otherwise script: CallScript? = nil) throws(FieldError) {
    let script = script ?? CallScript()
    duration = try fields.integerIfPresent("durationMs") ?? script.duration
    fails = try Self.times("fails", fields) ?? script.fails
    hangs = try Self.times("hangs", fields) ?? script.hangs
    traps = try Self.times("traps", fields) ?? script.traps
    ignoresCancel = try fields.boolIfPresent("ignoresCancel") ?? script.ignoresCancel
    posts = fields.has("posts") ? try Self.posts(fields) : script.posts
  }

  private init() {}

  private static func times(_ key: String, _ fields: Fields) throws(FieldError) -> Times? {
    switch fields.object[key] {
    case nil: return nil
    case .string("always"): return .always
    case .string(let text): throw fields.error(key, "expected a number or \"always\", found '\(text)'")
    default: return .first(try fields.integer(key))
    }
  }

  private static func posts(_ fields: Fields) throws(FieldError) -> [Post] {
    var posts: [Post] = []
    for value in try fields.list("posts") {
      let path = "\(fields.path("posts"))[\(posts.count)]"
      let post = try Fields(value, line: fields.line, path: path, known: ["name", "id", "key", "await"])
      posts.append(Post(event: try CustomPost(post), isAwaited: try post.bool("await")))
    }
    return posts
  }
}
