import ScalingModel
import Testing

/// The plan for payments between ledgers. Method: run it in virtual time with faults of every kind, and check the books
/// of all ledgers; then break each rule on purpose, which the same checks must find.
@Suite struct InterLedgerSimulationTests {
    private static let service = ServiceTimes(request: 30_000, row: 3_500, commit: 440_000)

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func noMoneyIsLostOrMadeWhateverFails(seed: UInt64) {
        let result = InterLedgerSimulation.run(Self.troubled(seed: seed))
        #expect(result.violations == [])
        // A run in which nothing happened would show nothing.
        #expect(result.crossPaid > 50 && result.crossRefused > 10)
        #expect(result.counts.crashes > 10 && result.counts.lost > 50 && result.counts.duplicated > 50)
    }

    @Test(arguments: BrokenRule.allCases)
    func aBrokenRuleIsFound(rule: BrokenRule) {
        let results = (1...10 as ClosedRange<UInt64>).map { seed in
            var plan = Self.troubled(seed: seed)
            plan.brokenRule = rule
            return InterLedgerSimulation.run(plan)
        }
        let found = results.reduce(into: Set<String>()) { $0.formUnion($1.violations.map(Self.kind)) }
        #expect(found.isSuperset(of: Self.expected(of: rule)), "found only \(found.sorted())")
    }

    /// A crash of any participant at any event, and the loss or the repetition of any message, of one payment.
    @Test(arguments: [false, true])
    func onePaymentSurvivesEachFaultAtEachStep(isRefused: Bool) {
        var plan = Self.onePayment(isRefused: isRefused)
        // A fault that never comes: clients have timers as in the runs that follow.
        plan.faults.single = (.max, .loseTheMessage)
        let quiet = InterLedgerSimulation.run(plan)
        #expect(quiet.violations == [] && quiet.crossPaid + quiet.crossRefused == 1)
        #expect(quiet.crossRefused == (isRefused ? 1 : 0))
        let faults: [SingleFault] = [
            .crash(.ledger(0)), .crash(.ledger(1)), .crash(.courier(0)), .loseTheMessage, .duplicateTheMessage,
        ]
        for event in 0..<quiet.counts.events {
            for fault in faults {
                plan.faults.single = (event, fault)
                let result = InterLedgerSimulation.run(plan)
                #expect(result.violations == [], "\(fault) at event \(event)")
                #expect(result.crossPaid + result.crossRefused == 1, "\(fault) at event \(event)")
            }
        }
    }

    @Test func theSameSeedGivesTheSameRun() {
        let (one, again) = (
            InterLedgerSimulation.run(Self.troubled(seed: 7)), InterLedgerSimulation.run(Self.troubled(seed: 7))
        )
        #expect(one.counts.events == again.counts.events && one.crossLatencies == again.crossLatencies)
        #expect(one.crossLatencies != InterLedgerSimulation.run(Self.troubled(seed: 8)).crossLatencies)
    }

    @Test func aLedgerThatIsDownForLongOnlyDelaysPayments() {
        var plan = Self.onePayment(isRefused: false)
        // The courier's third request finds it up again.
        plan.faults.restartsAfter = 65_000_000
        plan.faults.single = (0, .crash(.ledger(1)))
        let result = InterLedgerSimulation.run(plan)
        #expect(result.violations == [] && result.crossPaid == 1 && result.crossLatency(0.5) > 60_000_000)
    }

    @Test func aLedgerThatIsDownForTooLongIsAskedToRefuse() {
        var plan = Self.onePayment(isRefused: false)
        plan.faults.restartsAfter = plan.patience * (plan.attempts + 2)
        plan.faults.single = (0, .crash(.ledger(1)))
        let result = InterLedgerSimulation.run(plan)
        #expect(result.violations == [] && result.crossPaid == 0 && result.crossRefused == 1)
    }

    // MARK: Plans

    private static func troubled(seed: UInt64) -> SimulationPlan {
        var plan = SimulationPlan(service: service)
        (plan.ledgers, plan.seed, plan.faults) = (4, seed, .severe)
        plan.gathering = seed.isMultiple(of: 2) ? 5_000_000 : 0
        return plan
    }

    private static func onePayment(isRefused: Bool) -> SimulationPlan {
        var plan = SimulationPlan(service: service)
        (plan.clients, plan.payments, plan.crossShare) = (1, 1, 1)
        plan.frozenAtFirst = isRefused
        return plan
    }

    // MARK: Names

    private static func kind(_ violation: Violation) -> String { String("\(violation)".prefix { $0 != "(" }) }

    /// What breaking a rule must lead to, among others.
    private static func expected(of rule: BrokenRule) -> Set<String> {
        switch rule {
        case .postsBeforeTheDeposit, .voidsAfterATimeout, .forgetsRefusals, .letsHoldsExpire:
            ["moneyMade", "sidesDiffer", "dueAccountsDiffer", "dueAccountsImpossible", "toldOtherwise"]
        case .usesANewKeyAtARetry, .storesAnswersLater:
            ["moneyMade", "doneTwice", "dueAccountsDiffer", "dueAccountsImpossible"]
        case .forgetsHoldsAtAStart, .refusesToPostForFrozenAccounts: ["holdLeft", "dueAccountsDiffer"]
        }
    }
}
