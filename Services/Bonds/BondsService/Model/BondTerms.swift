import Domain

/// The payments of a bond and their days, in the form in which exchanges publish them. Values are amounts for one bond.
package struct BondTerms: Hashable, Sendable {
    /// The coupon periods, in order of payment; none for a zero-coupon bond.
    let coupons: [CouponPeriod]
    /// The repayments of the face, in order: one at maturity, or several.
    let principal: [Repayment]
    /// The days of coupons whose amount is not known yet, in order: those of floaters.
    var unknownCoupons: [CalendarDay] = []

    /// Interest for a period, paid at its end.
    struct CouponPeriod: Hashable, Sendable {
        /// The first day that earns interest.
        let start: CalendarDay
        /// The day of payment.
        let date: CalendarDay
        /// The amount.
        let value: Double

        /// The length of the period in days.
        var days: Int { date.daysSince1970 - start.daysSince1970 }
    }

    /// A repayment of a part of the face.
    struct Repayment: Hashable, Sendable {
        /// The day of payment.
        let date: CalendarDay
        /// The amount.
        let value: Double
    }

    /// Returns all payments after a day, in order; payments on one day are added up.
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

    /// Returns the part of the face that is not repaid yet on a day.
    func outstandingFace(on day: CalendarDay) -> Double {
        principal.reduce(0) { $1.date > day ? $0 + $1.value : $0 }
    }

    /// Returns the coupon period that contains a day: from its start to the day before its payment.
    func period(on day: CalendarDay) -> CouponPeriod? {
        var (low, high) = (0, coupons.count)
        while low < high {
            let middle = (low + high) / 2
            if coupons[middle].date > day { high = middle } else { low = middle + 1 }
        }
        guard low < coupons.count, coupons[low].start <= day else { return nil }
        return coupons[low]
    }

    /// Returns the first coupon after a day whose amount is unknown.
    func unknownCoupon(after day: CalendarDay) -> CalendarDay? { unknownCoupons.first { $0 > day } }

    /// Returns the interest accrued since the current period began.
    func accruedInterest(on day: CalendarDay) -> Double {
        guard let period = period(on: day) else { return 0 }
        return period.value * Double(day.daysSince1970 - period.start.daysSince1970) / Double(period.days)
    }

    /// The day of the last payment.
    var maturity: CalendarDay? { principal.last?.date }
}

/// A bond with a face, a rate, payments at equal intervals and one repayment.
struct PlainBond: Hashable, Sendable {
    let face: Double
    /// In percent of the face per year.
    let ratePercent: Double
    /// The number of payments per year: 1, 2, 3, 4, 6 or 12; 0 for a zero-coupon bond.
    let frequency: Int
    let issued: CalendarDay
    let maturity: CalendarDay

    /// The payments. Their days are counted back from maturity in whole months, on the same day of the month or on its
    /// last day, without adjustment for weekends. A first period shortened by the issue date pays in proportion to its
    /// days.
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
