import Testing

@testable import LifebusHost

@Suite struct RestartBudgetTests {
  private func budget(_ restarts: Int = 5) -> RestartBudget {
    RestartBudget(ChildLimits(restarts: restarts))
  }

  @Test func `Each pause is twice the one before, up to ten seconds`() {
    var budget = budget(10)
    let pauses = (0..<10).map { _ in budget.spend(at: .zero) }
    #expect(pauses == [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000].map { .milliseconds($0) })
  }

  @Test func `One more end within the window than the limit uses the budget up`() {
    var budget = budget(2)
    #expect(budget.spend(at: .seconds(1)) != nil)
    #expect(budget.spend(at: .seconds(2)) != nil)
    #expect(budget.spend(at: .seconds(61)) == nil)
  }

  @Test func `An end that is older than the window counts no more`() {
    var budget = budget(2)
    #expect(budget.spend(at: .seconds(1)) == .milliseconds(100))
    #expect(budget.spend(at: .seconds(2)) == .milliseconds(200))
    #expect(budget.spend(at: .seconds(62)) == .milliseconds(400))
  }

  @Test func `Who has lived for longer than the window begins with the first pause`() {
    var budget = budget()
    for _ in 0..<3 { _ = budget.spend(at: .zero) }
    #expect(budget.spend(at: .seconds(61)) == .milliseconds(100))
  }

  @Test func `A budget of nothing is used up by the first end`() {
    var budget = budget(0)
    #expect(budget.spend(at: .zero) == nil)
  }

  @Test func `A renewed budget is a new one`() {
    var budget = budget(1)
    _ = budget.spend(at: .zero)
    #expect(budget.spend(at: .zero) == nil)
    budget.renew()
    #expect(budget == self.budget(1))
    #expect(budget.spend(at: .zero) == .milliseconds(100))
  }
}
