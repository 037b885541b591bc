/// What a run has shown.
public struct SimulationResult: Sendable {
    /// How much happened.
    public struct Counts: Sendable {
        public var events = 0
        public var lost = 0
        public var duplicated = 0
        public var crashes = 0
    }

    public let counts: Counts
    /// The payments that clients ordered.
    public let payments: Int
    /// Those between two ledgers that were paid, and those that were refused.
    public let crossPaid: Int
    public let crossRefused: Int
    /// Payments that ended in a second of the time that counts, of all ledgers together.
    public let perSecond: Double
    /// From the order to the end of each paid payment between two ledgers, sorted; in nanoseconds.
    public let crossLatencies: [Int]
    public let violations: Set<Violation>

    init(_ plan: SimulationPlan, _ effects: Effects, violations: Set<Violation>, counts: Counts) {
        self.counts = counts
        self.violations = violations
        payments = effects.all.count
        let crossing = effects.all.filter { $0.order.crossesLedgers }
        crossPaid = crossing.count { $0.posts > 0 }
        crossRefused = crossing.count { $0.voids > 0 }
        perSecond = Double(effects.counted) / (Double(plan.ends - plan.countsFrom) / 1e9)
        crossLatencies = crossing.filter { $0.posts > 0 && $0.began >= plan.countsFrom }
            .compactMap { effect in effect.endedAt.map { $0 - effect.began } }.sorted()
    }

    /// Returns the latency below which `share` of the payments between ledgers lie; 0 when there are none.
    public func crossLatency(_ share: Double) -> Int {
        guard !crossLatencies.isEmpty else { return 0 }
        return crossLatencies[min(crossLatencies.count - 1, Int(Double(crossLatencies.count) * share))]
    }
}
