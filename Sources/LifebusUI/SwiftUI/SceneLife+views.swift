#if canImport(SwiftUI)
  internal import Lifebus

  extension SceneLife {
    /// The window that a view has found in its environment; none is a mistake in the code, except in previews and tests.
    static func found(_ life: SceneLife?) -> SceneLife? {
      assert(
        life != nil || LifecycleActivation.isRehearsal, "a view finds no bus: put lifecycle(bus) on its window's root view")
      return life
    }

    /// Asks for a first task; what its policy contradicts is a mistake in the code.
    func ask(for task: FirstTask, _ seat: GateSeat?) {
      do { try want(task, for: seat) } catch LifebusError.closed {
        // The bus is shut down: nothing is done any more.
      } catch { assertionFailure("\(error)") }
    }
  }
#endif
