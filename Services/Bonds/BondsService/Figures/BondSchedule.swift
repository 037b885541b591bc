import Coordination
import Domain
import Reasons
import Signals

/// All payments of a bond, prepared for schedules on many days.
struct PaymentTable: Sendable {
    let terms: BondTerms
    /// The payment days since 1970, ascending; payments on one day are added up.
    private let days: [Int]
    private let values: [Double]

    init(_ terms: BondTerms) {
        self.terms = terms
        let flows = terms.flows(after: CalendarDay(daysSince1970: .min)).filter { $0.value > 0 }
        days = flows.map(\.date.daysSince1970)
        values = flows.map(\.value)
    }

    /// Returns the payments that are left on a day.
    func schedule(on day: CalendarDay) -> BondSchedule {
        var (low, high) = (0, days.count)
        while low < high {
            let middle = (low + high) / 2
            if days[middle] > day.daysSince1970 { high = middle } else { low = middle + 1 }
        }
        return BondSchedule(
            solver: YieldSolver(
                years: days[low...].map { Double($0 - day.daysSince1970) / 365 }, values: Array(values[low...])),
            outstandingFace: terms.outstandingFace(on: day), accruedInterest: terms.accruedInterest(on: day))
    }
}

/// The remaining payments of a bond on a day, prepared for many prices of that day.
struct BondSchedule {
    /// The solver for the remaining payments.
    let solver: YieldSolver
    let outstandingFace: Double
    let accruedInterest: Double

    /// Returns the remaining payments of a bond; all of them must be known, and there must be at least one.
    ///
    /// - Throws: ``Fault`` `termsMissing`, `noYield`.
    static func complete(_ terms: BondTerms, on day: CalendarDay) throws(Fault) -> BondSchedule {
        if let unknown = terms.unknownCoupon(after: day) {
            throw Fault(
                .termsMissing, .couponUnknown, ["missing": "coupons", "from": .text("\(unknown)")], field: "isin")
        }
        let schedule = PaymentTable(terms).schedule(on: day)
        guard !schedule.isOver else {
            throw Fault(.noYield, .nothingLeft, ["day": .text("\(day)")])
        }
        return schedule
    }

    /// True when no payments are left.
    var isOver: Bool { solver.values.isEmpty || outstandingFace <= 0 }

    /// Returns the effective yield at a clean price in percent; nil when there is none.
    func yield(cleanPricePercent: Double, near guess: Double = 0.08) -> Double? {
        guard !isOver, cleanPricePercent > 0 else { return nil }
        return solver.yield(price: cleanPricePercent / 100 * outstandingFace + accruedInterest, near: guess)
    }
}
