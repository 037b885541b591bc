import Foundation

/// How many restore drills are made.
///
/// `KOPILKA_DRILLS` sets the number of backups, `KOPILKA_DRILL_SEED` repeats the choices of a run: the requests and the
/// moments, but not how the processes of that run took turns.
struct DrillScale {
    let drills: Int
    let seed: UInt64

    /// Reads the scale from the environment.
    static func current() -> DrillScale {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["KOPILKA_DRILL_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
        return DrillScale(drills: environment["KOPILKA_DRILLS"].flatMap(Int.init) ?? 1, seed: seed)
    }

    /// Returns the seed of a drill. That of the first is the seed of the run, so that one drill can be repeated alone.
    func seed(of drill: Int) -> UInt64 { seed &+ UInt64(drill) &* 0xA076_1D64_78BD_642F }
}
