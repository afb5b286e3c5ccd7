internal import Lifebus

extension EventLine {
  /// Posts what the line asks for, as caused by a delivery's event; nil: by nothing.
  ///
  /// A report of a scene has no cause.
  func post(on bus: LifecycleBus, from delivery: Delivery<AnyEvent>?) -> Receipt {
    guard let delivery else { return post(on: bus) }
    return switch content {
    case .launch(let cause, let attributes): delivery.post(Launch(cause: cause, attributes: attributes), id: id)
    case .appear(let place): delivery.post(Appear(place.scope, scene: place.scene), id: id)
    case .disappear(let place): delivery.post(Disappear(place.scope, scene: place.scene), id: id)
    case .custom(let name, let attributes, let key): delivery.post(Custom(name, attributes: attributes, onceKey: key), id: id)
    case .phase: post(on: bus)
    }
  }
}
