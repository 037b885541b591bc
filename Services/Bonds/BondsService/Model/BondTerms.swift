import Domain

/// What a bond pays, and when: the shape in which exchanges publish bonds. Values are money for one bond.
struct BondTerms: Hashable, Sendable {
    /// The coupon periods, in order of payment; none for a zero-coupon bond.
    let coupons: [CouponPeriod]
    /// The repayments of the face, in order: one at maturity, or several.
    let principal: [Repayment]
    /// The days of coupons whose amount nobody knows yet, in order: those of floaters.
    var unknownCoupons: [CalendarDay] = []

    /// Interest for a period, paid at its end.
    struct CouponPeriod: Hashable, Sendable {
        /// The first day that earns it.
        let start: CalendarDay
        /// The day it is paid.
        let date: CalendarDay
        /// How much.
        let value: Double

        /// The days of the period.
        var days: Int { date.daysSince1970 - start.daysSince1970 }
    }

    /// A part of the face that is paid back.
    struct Repayment: Hashable, Sendable {
        /// The day it is paid.
        let date: CalendarDay
        /// How much.
        let value: Double
    }

    /// All that is paid after a day, in order of payment, what falls on one day added up.
    func flows(after day: CalendarDay) -> [Repayment] {
        var flows: [Repayment] = []
        var (coupon, repayment) = (coupons[...], principal[...])
        while let date = [coupon.first?.date, repayment.first?.date].compactMap({ $0 }).min() {
            var value = 0.0
            while coupon.first?.date == date { value += coupon.removeFirst().value }
            while repayment.first?.date == date { value += repayment.removeFirst().value }
            if date > day { flows.append(Repayment(date: date, value: value)) }
        }
        return flows
    }

    /// The face that is not paid back yet on a day.
    func outstandingFace(on day: CalendarDay) -> Double {
        principal.reduce(0) { $1.date > day ? $0 + $1.value : $0 }
    }

    /// The coupon period that a day lies in: its start does, its payment day does not.
    func period(on day: CalendarDay) -> CouponPeriod? {
        var (low, high) = (0, coupons.count)
        while low < high {
            let middle = (low + high) / 2
            if coupons[middle].date > day { high = middle } else { low = middle + 1 }
        }
        guard low < coupons.count, coupons[low].start <= day else { return nil }
        return coupons[low]
    }

    /// The first coupon after a day whose amount nobody knows.
    func unknownCoupon(after day: CalendarDay) -> CalendarDay? { unknownCoupons.first { $0 > day } }

    /// The interest that has grown since the running period began.
    func accruedInterest(on day: CalendarDay) -> Double {
        guard let period = period(on: day) else { return 0 }
        return period.value * Double(day.daysSince1970 - period.start.daysSince1970) / Double(period.days)
    }

    /// The last payment.
    var maturity: CalendarDay? { principal.last?.date }
}

/// A bond as brochures describe it: a face, a rate, payments at equal intervals, one repayment.
struct PlainBond: Hashable, Sendable {
    let face: Double
    /// Of the face, a year.
    let ratePercent: Double
    /// Payments a year: 1, 2, 3, 4, 6 or 12; 0 for a zero-coupon bond.
    let frequency: Int
    let issued: CalendarDay
    let maturity: CalendarDay

    /// The cash flows: dates counted back from maturity in whole months, the day kept or the month's last one, nothing moved
    /// for weekends; a first period cut short by the issue pays in proportion to its days.
    var terms: BondTerms {
        let repayment = BondTerms.Repayment(date: maturity, value: face)
        guard frequency > 0 else { return BondTerms(coupons: [], principal: [repayment]) }
        let months = 12 / frequency
        let value = face * ratePercent / 100 / Double(frequency)
        var coupons: [BondTerms.CouponPeriod] = []
        var (count, end) = (0, maturity)
        while end > issued {
            count += 1
            let regular = maturity.adding(clampedMonths: -months * count) ?? issued
            let start = max(regular, issued)
            let share =
                Double(end.daysSince1970 - start.daysSince1970)
                / Double(end.daysSince1970 - regular.daysSince1970)
            coupons.append(BondTerms.CouponPeriod(start: start, date: end, value: value * share))
            end = regular
        }
        return BondTerms(coupons: coupons.reversed(), principal: [repayment])
    }
}
