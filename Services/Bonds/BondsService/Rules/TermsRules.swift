import Coordination
import Domain
import Reasons
import Signals

/// Validates the terms of a request and converts them to payments.
enum TermsRules {
    /// The largest number of coupons of a bond: more than a hundred years of monthly ones.
    static let mostCoupons = 1_500
    /// The largest number of repayments of a bond.
    static let mostRepayments = 1_500
    /// The largest amount of a payment.
    static let largestValue = 1e12

    /// Returns the payments of `terms`.
    ///
    /// - Parameter field: The place of the terms in the request, `terms` or `activities[3].terms`.
    /// - Throws: ``Fault`` `invalidArgument`.
    static func payments(of terms: BondsSignal.Terms, field: String) throws(Fault) -> BondTerms {
        let short = [
            terms.face != nil, terms.ratePercent != nil, terms.frequency != nil, terms.issued != nil,
            terms.maturity != nil,
        ]
        if let principal = terms.principal {
            guard !short.contains(true) else {
                throw Fault.invalidArgument(field, .termsSaidTwice)
            }
            return try listed(terms.coupons ?? [], principal, terms.unknownCoupons ?? [], field)
        }
        guard terms.coupons == nil, terms.unknownCoupons == nil, !short.contains(false) else {
            throw Fault.invalidArgument(field, .termsIncomplete)
        }
        return try plain(terms, field)
    }

    private static func plain(_ terms: BondsSignal.Terms, _ field: String) throws(Fault) -> BondTerms {
        guard let face = terms.face, let rate = terms.ratePercent, let frequency = terms.frequency,
            let issued = terms.issued, let maturity = terms.maturity
        else { throw Fault.invalidArgument(field, .termsIncomplete) }
        try check(face, field: "\(field).face", allowsZero: false)
        guard rate.isFinite, (0...1_000).contains(rate) else {
            throw Fault.invalidArgument("\(field).ratePercent", .mustBeBetween, ["least": 0, "most": 1000])
        }
        guard [0, 1, 2, 3, 4, 6, 12].contains(frequency) else {
            throw Fault.invalidArgument("\(field).frequency", .badFrequency)
        }
        guard issued < maturity else {
            throw Fault.invalidArgument("\(field).maturity", .mustBeAfterIssue)
        }
        guard maturity.daysSince1970 - issued.daysSince1970 <= 366 * 125 else {
            throw Fault.invalidArgument("\(field).maturity", .tooLongAfterIssue, ["most": 125])
        }
        return PlainBond(face: face, ratePercent: rate, frequency: frequency, issued: issued, maturity: maturity).terms
    }

    private static func listed(
        _ coupons: [BondsSignal.Coupon], _ principal: [BondsSignal.Repayment], _ unknown: [CalendarDay], _ field: String
    ) throws(Fault) -> BondTerms {
        for (name, count) in [("coupons", coupons.count), ("unknownCoupons", unknown.count)] where count > mostCoupons {
            throw Fault.invalidArgument("\(field).\(name)", .mustBeAtMost, ["most": .number(mostCoupons)])
        }
        guard (1...mostRepayments).contains(principal.count) else {
            throw Fault.invalidArgument(
                "\(field).principal", .mustBeBetween, ["least": 1, "most": .number(mostRepayments)])
        }
        for (index, coupon) in coupons.enumerated() {
            try check(coupon.value, field: "\(field).coupons[\(index)].value", allowsZero: true)
            guard coupon.start < coupon.date else {
                throw Fault.invalidArgument("\(field).coupons[\(index)].date", .mustBeAfterStart)
            }
        }
        for (index, repayment) in principal.enumerated() {
            try check(repayment.value, field: "\(field).principal[\(index)].value", allowsZero: false)
        }
        let ordered = coupons.sorted { ($0.date, $0.start) < ($1.date, $1.start) }
        for (earlier, later) in zip(ordered, ordered.dropFirst()) where later.start < earlier.date {
            throw Fault.invalidArgument(
                "\(field).coupons", .overlap, ["day": .text("\(later.date)"), "before": .text("\(earlier.date)")])
        }
        return BondTerms(
            coupons: ordered.map { BondTerms.CouponPeriod(start: $0.start, date: $0.date, value: $0.value) },
            principal: principal.sorted { $0.date < $1.date }.map {
                BondTerms.Repayment(date: $0.date, value: $0.value)
            },
            unknownCoupons: Set(unknown).sorted())
    }

    private static func check(_ value: Double, field: String, allowsZero: Bool) throws(Fault) {
        guard value.isFinite, allowsZero ? value >= 0 : value > 0, value <= largestValue else {
            throw Fault.invalidArgument(
                field, allowsZero ? .mustBeBetween : .mustBeAboveUpTo, ["least": 0, "most": "1e12"])
        }
    }
}
