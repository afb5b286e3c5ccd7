/// What has grown, or goes on beside, while deliveries are measured.
enum Growth: String, CaseIterable, Sendable {
  case handlers = "1 000 handlers, and not 8"
  case events = "10 000 000 events before it"
  case publishers = "8 publishers at a time"
  case readers = "activity that is read item by item"

  var handlerCount: Int { self == .handlers ? 1_000 : 8 }
  var eventsBefore: Int { self == .events ? 10_000_000 : 0 }
  var publisherCount: Int { self == .publishers ? 8 : 1 }
}
