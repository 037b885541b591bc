import Coordination
import Domain
import Glibc
import Signals

/// What a bond is worth at a price, on a day.
///
/// - Source: The definitions follow the street convention with years of 365 days; see ``BondTerms`` for the payments.
struct BondFigures: Hashable, Sendable {
    let outstandingFace: Double
    let accruedInterest: Double
    let dirtyPrice: Double
    /// Yearly, compounded yearly: 0.0912 is 9.12 %.
    let effectiveYield: Double
    /// The running coupon for a year, over the clean price.
    let currentYield: Double
    /// Years of 365 days.
    let macaulayDuration: Double
    let modifiedDuration: Double
    let convexity: Double

    /// The figures at a clean price in percent of the outstanding face.
    ///
    /// - Throws: ``Fault`` `invalidArgument` (a price that is not above zero), `noYield` (nothing is left to be paid).
    static func at(
        cleanPricePercent: Double, of terms: BondTerms, on settlement: CalendarDay, near guess: Double = 0.08
    ) throws(Fault) -> BondFigures {
        guard cleanPricePercent.isFinite, cleanPricePercent > 0 else {
            throw Fault.invalidArgument("cleanPricePercent", "must be more than zero")
        }
        let schedule = BondSchedule(terms, on: settlement)
        guard !schedule.flows.isEmpty, schedule.outstandingFace > 0 else {
            throw Fault(.noYield, "Nothing is left to be paid after \(settlement), so there is no yield.")
        }
        let clean = cleanPricePercent / 100 * schedule.outstandingFace
        let dirty = clean + schedule.accruedInterest
        guard let yield = schedule.solver.yield(price: dirty, near: guess) else {
            throw Fault(.noYield, "No yield that a number can hold makes the payments worth this price.")
        }
        var (worth, first, second) = (0.0, 0.0, 0.0)
        for flow in schedule.flows {
            let present = flow.value * exp(-log1p(yield) * flow.years)
            worth += present
            first += flow.years * present
            second += flow.years * (flow.years + 1) * present
        }
        let period = terms.period(on: settlement)
        return BondFigures(
            outstandingFace: schedule.outstandingFace, accruedInterest: schedule.accruedInterest, dirtyPrice: dirty,
            effectiveYield: yield,
            currentYield: period.map { $0.value * 365 / Double($0.days) / clean } ?? 0,
            macaulayDuration: first / worth, modifiedDuration: first / worth / (1 + yield),
            convexity: second / worth / (1 + yield) / (1 + yield))
    }

    /// The clean price in percent of the outstanding face at which a bond yields `effectiveYield`.
    ///
    /// - Throws: ``Fault`` `invalidArgument` (a yield of -100 % or less), `noYield` (nothing is left to be paid).
    static func cleanPricePercent(
        effectiveYield: Double, of terms: BondTerms, on settlement: CalendarDay
    ) throws(Fault) -> Double {
        guard effectiveYield.isFinite, effectiveYield > -1 else {
            throw Fault.invalidArgument("effectiveYield", "must be more than -1, which is -100 %")
        }
        let schedule = BondSchedule(terms, on: settlement)
        guard !schedule.flows.isEmpty, schedule.outstandingFace > 0 else {
            throw Fault(.noYield, "Nothing is left to be paid after \(settlement), so there is no price.")
        }
        let dirty = schedule.flows.reduce(0) { $0 + $1.value * exp(-log1p(effectiveYield) * $1.years) }
        return (dirty - schedule.accruedInterest) / schedule.outstandingFace * 100
    }
}

/// What is left of a bond on a day, ready for many prices of that day.
struct BondSchedule {
    let flows: [(years: Double, value: Double)]
    let outstandingFace: Double
    let accruedInterest: Double

    init(_ terms: BondTerms, on settlement: CalendarDay) {
        flows = terms.flows(after: settlement).filter { $0.value > 0 }.map {
            (Double($0.date.daysSince1970 - settlement.daysSince1970) / 365, $0.value)
        }
        outstandingFace = terms.outstandingFace(on: settlement)
        accruedInterest = terms.accruedInterest(on: settlement)
    }

    var solver: YieldSolver { YieldSolver(flows: flows) }

    /// The effective yield at a clean price in percent; nil when there is none.
    func yield(cleanPricePercent: Double, near guess: Double = 0.08) -> Double? {
        guard !flows.isEmpty, outstandingFace > 0, cleanPricePercent > 0 else { return nil }
        return solver.yield(price: cleanPricePercent / 100 * outstandingFace + accruedInterest, near: guess)
    }
}
