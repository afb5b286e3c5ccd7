// expect: call to main actor-isolated initializer 'init(_:when:)' in a synchronous nonisolated context
import LifebusUI
import UIKit

func connect(_ bus: LifecycleBus) {
  _ = UIKitLifecycle(bus)
}
