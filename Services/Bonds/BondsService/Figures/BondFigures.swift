import Coordination
import Domain
import Glibc
import Reasons
import Signals

/// The figures of a bond at a price, on a day.
///
/// - Source: The definitions follow the street convention with years of 365 days; see ``BondTerms`` for the payments.
struct BondFigures: Hashable, Sendable {
    let outstandingFace: Double
    let accruedInterest: Double
    let dirtyPrice: Double
    /// The annual yield, compounded annually: 0.0912 is 9.12 %.
    let effectiveYield: Double
    /// The annualised current coupon divided by the clean price.
    let currentYield: Double
    /// In years of 365 days.
    let macaulayDuration: Double
    let modifiedDuration: Double
    let convexity: Double

    /// Returns the figures at a clean price in percent of the outstanding face.
    ///
    /// - Throws: ``Fault`` `invalidArgument` (a price that is not above zero), `termsMissing` (a future coupon is
    ///   unknown), `noYield` (there are no payments left).
    static func at(
        cleanPricePercent: Double, of terms: BondTerms, on settlement: CalendarDay, near guess: Double = 0.08
    ) throws(Fault) -> BondFigures {
        guard cleanPricePercent.isFinite, cleanPricePercent > 0 else {
            throw Fault.invalidArgument("cleanPricePercent", .mustBeAbove, ["least": 0])
        }
        let schedule = try BondSchedule.complete(terms, on: settlement)
        let clean = cleanPricePercent / 100 * schedule.outstandingFace
        let dirty = clean + schedule.accruedInterest
        guard let yield = schedule.solver.yield(price: dirty, near: guess) else {
            throw Fault(.noYield, .noYieldForPrice)
        }
        var (worth, first, second) = (0.0, 0.0, 0.0)
        for (years, value) in zip(schedule.solver.years, schedule.solver.values) {
            let present = value * exp(-log1p(yield) * years)
            worth += present
            first += years * present
            second += years * (years + 1) * present
        }
        let period = terms.period(on: settlement)
        return BondFigures(
            outstandingFace: schedule.outstandingFace, accruedInterest: schedule.accruedInterest, dirtyPrice: dirty,
            effectiveYield: yield,
            currentYield: period.map { $0.value * 365 / Double($0.days) / clean } ?? 0,
            macaulayDuration: first / worth, modifiedDuration: first / worth / (1 + yield),
            convexity: second / worth / (1 + yield) / (1 + yield))
    }

    /// Returns the clean price in percent of the outstanding face at which a bond yields `effectiveYield`.
    ///
    /// - Throws: ``Fault`` `invalidArgument` (a yield of -100 % or less), `termsMissing`, `noYield` (there are no
    ///   payments left).
    static func cleanPricePercent(
        effectiveYield: Double, of terms: BondTerms, on settlement: CalendarDay
    ) throws(Fault) -> Double {
        guard effectiveYield.isFinite, effectiveYield > -1 else {
            throw Fault.invalidArgument("effectiveYield", .yieldTooLow)
        }
        let schedule = try BondSchedule.complete(terms, on: settlement)
        let dirty = zip(schedule.solver.years, schedule.solver.values).reduce(0) {
            $0 + $1.1 * exp(-log1p(effectiveYield) * $1.0)
        }
        return (dirty - schedule.accruedInterest) / schedule.outstandingFace * 100
    }
}
