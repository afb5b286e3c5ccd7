/// One view as long as its identity lasts: a view that is rebuilt as another has another one.
package final class ViewIdentity: Sendable {
  package init() {}
}
