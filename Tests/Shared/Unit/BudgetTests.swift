import Domain
import TestSupport
import Testing

@Suite struct BudgetTests {
    @Test func eachKeyHasSoManyWithinTheSpan() {
        let clock = SteppedClock()
        let budget = Budget<String>(most: 2, within: .seconds(60), mostKeys: 8)
        #expect(budget.take(of: "a", at: clock.now) == nil)
        clock.advance(by: .seconds(10))
        #expect(budget.take(of: "a", at: clock.now) == nil)
        #expect(budget.take(of: "a", at: clock.now) == .seconds(50), "counted from the first")
        #expect(budget.take(of: "b", at: clock.now) == nil)
        clock.advance(by: .seconds(50))
        #expect(budget.take(of: "a", at: clock.now) == nil)
    }

    @Test func aClockThatWasSetBackMakesNobodyWaitLonger() {
        let clock = SteppedClock()
        let budget = Budget<String>(most: 1, within: .seconds(60), mostKeys: 8)
        #expect(budget.take(of: "a", at: clock.now) == nil)
        clock.advance(by: .seconds(-3600))
        #expect(budget.take(of: "a", at: clock.now) == nil)
    }

    @Test func countsABoundedNumberOfKeysAndForgetsTheOldest() {
        let clock = SteppedClock()
        let budget = Budget<Int>(most: 1, within: .seconds(60), mostKeys: 3)
        for key in 0..<4 {
            #expect(budget.take(of: key, at: clock.now) == nil)
            clock.advance(by: .seconds(1))
        }
        #expect(budget.take(of: 3, at: clock.now) != nil)
        #expect(budget.take(of: 0, at: clock.now) == nil, "forgotten")
    }
}
