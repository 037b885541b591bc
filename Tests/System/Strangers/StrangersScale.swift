import Foundation

/// How much of the strangers' property is tried.
///
/// `KOPILKA_STRANGERS_PLANS` sets the number of plans, of a seed by chance. `KOPILKA_STRANGERS_SEED` replays the plan of
/// a seed, first. Without either, one plan is tried, always the same.
struct StrangersScale {
    /// The number of plans.
    let plans: Int
    /// The seed of the first plan.
    let seed: UInt64

    /// Reads the scale from the environment.
    static func current() -> StrangersScale {
        let environment = ProcessInfo.processInfo.environment
        let plans = environment["KOPILKA_STRANGERS_PLANS"].flatMap(Int.init)
        let seed = environment["KOPILKA_STRANGERS_SEED"].flatMap(UInt64.init)
        return StrangersScale(
            plans: plans ?? 1, seed: seed ?? (plans == nil ? 1 : UInt64.random(in: 0...UInt64.max)))
    }

    /// Returns the seed of a plan. That of the first is the seed of the run, so that one plan can be replayed alone.
    func seed(of plan: Int) -> UInt64 { seed &+ UInt64(plan) &* 0xA076_1D64_78BD_642F }
}
