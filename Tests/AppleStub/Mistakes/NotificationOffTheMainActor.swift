// expect: main actor-isolated property 'activationState' can not be referenced from a Sendable closure
import Foundation
import UIKit

@MainActor
func observe() {
  _ = NotificationCenter.default.addObserver(forName: UIScene.didActivateNotification, object: nil, queue: nil) {
    notification in
    print((notification.object as? UIScene)?.activationState as Any)
  }
}
