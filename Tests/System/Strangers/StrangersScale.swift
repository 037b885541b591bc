import Foundation

/// How much of the strangers' property is tried.
///
/// `KOPILKA_STRANGERS_PLANS` sets the number of plans. `KOPILKA_STRANGERS_SEED` replays the plan of a seed, first.
/// `KOPILKA_STRANGERS_PROGRAMS` is the directory of other services than those beside the tests: those with leaks put in
/// by hand, of which `KOPILKA_MUTATION` switches one on (`make leaks`).
struct StrangersScale {
    /// The number of plans.
    let plans: Int
    /// The seed of the first plan.
    let seed: UInt64
    /// The directory of the services; nil for those beside the tests.
    let programs: String?
    /// The number of the leak that is switched on in them.
    let leak: String?

    /// True when the first plan that fails is the last: one difference shows that a leak is noticed.
    var endsWithFirstDifference: Bool { programs != nil }

    /// True when plans are asked for.
    static let isAsked = ["KOPILKA_STRANGERS_PLANS", "KOPILKA_STRANGERS_SEED"].contains {
        ProcessInfo.processInfo.environment[$0] != nil
    }

    /// Reads the scale from the environment.
    static func current() -> StrangersScale {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["KOPILKA_STRANGERS_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
        return StrangersScale(
            plans: environment["KOPILKA_STRANGERS_PLANS"].flatMap(Int.init) ?? 1, seed: seed,
            programs: environment["KOPILKA_STRANGERS_PROGRAMS"], leak: environment["KOPILKA_MUTATION"])
    }

    /// Returns the seed of a plan. That of the first is the seed of the run, so that one plan can be replayed alone.
    func seed(of plan: Int) -> UInt64 { seed &+ UInt64(plan) &* 0xA076_1D64_78BD_642F }
}
