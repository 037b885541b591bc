extension SimulationPlan {
    /// Creates a plan with the service times and the network of the page's figures.
    public init(_ figures: ScalingFigures) {
        self.init(service: figures.serviceTimes)
        let delay = Int(figures[.network] * 1_000)
        network = (least: delay / 2, added: delay - delay / 2)
    }

    /// Returns a run without faults in which each ledger always has requests waiting: it shows the highest rate.
    ///
    /// Clients wait for the hold only, so that they keep the ledgers busy while couriers gather.
    public static func saturated(
        _ figures: ScalingFigures, ledgers: Int, crossShare: Double, gathering: Int, seed: UInt64 = 1
    ) -> SimulationPlan {
        var plan = SimulationPlan(figures)
        (plan.ledgers, plan.crossShare, plan.gathering, plan.seed) = (ledgers, crossShare, gathering, seed)
        (plan.clients, plan.waitsForTheEnd) = (128, false)
        // Nobody is refused for lack of money: the rate of refusals is another one.
        (plan.accountsOfALedger, plan.openingBalance) = (1_000, 1_000_000)
        // A request waits behind many others here, which is not a reason to send it again.
        plan.patience = 1_000_000_000
        // The first holds meet ledgers without deposits and posts, so the first rounds of gathering are too quick.
        plan.countsFrom = 20_000_000 + 6 * gathering
        plan.ends = plan.countsFrom + 50_000_000 + 3 * gathering
        return plan
    }

    /// Returns a run in which clients order payments at half the rate that the ledgers can do: it shows latencies.
    public static func halfLoaded(
        _ figures: ScalingFigures, ledgers: Int, crossShare: Double, gathering: Int, faults: SimulatedFaults
    ) -> SimulationPlan {
        var plan = SimulationPlan(figures)
        (plan.ledgers, plan.crossShare, plan.gathering, plan.faults) = (ledgers, crossShare, gathering, faults)
        (plan.accountsOfALedger, plan.openingBalance) = (1_000, 1_000_000)
        plan.clients = 400
        let rate = figures[.manyClients] / 2 / Scaling.work(crossShare: crossShare)
        plan.pause = Int(Double(plan.clients) / rate * 1e9)
        (plan.countsFrom, plan.ends) = (100_000_000, 1_100_000_000)
        return plan
    }

    /// Returns a run of four ledgers with faults of every kind.
    public static func troubled(_ figures: ScalingFigures, seed: UInt64) -> SimulationPlan {
        var plan = SimulationPlan(figures)
        (plan.ledgers, plan.seed, plan.faults) = (4, seed, .severe)
        plan.gathering = seed.isMultiple(of: 2) ? 5_000_000 : 0
        return plan
    }
}
