import Domain
import Signals
import Storage
import StrictJSON

/// Encodes stored terms, in the JSON of the protocol.
package enum TermsCoding {
    package static func text(_ terms: BondTerms) throws -> String {
        String(decoding: try JSONEncoding.encode(BondsSignal.Terms(terms)), as: UTF8.self)
    }

    package static func terms(_ text: String) throws -> BondTerms {
        let terms = try JSONDocument(text: text).root.decode(BondsSignal.Terms.self)
        return BondTerms(
            coupons: (terms.coupons ?? []).map {
                BondTerms.CouponPeriod(start: $0.start, date: $0.date, value: $0.value)
            },
            principal: (terms.principal ?? []).map { BondTerms.Repayment(date: $0.date, value: $0.value) },
            unknownCoupons: terms.unknownCoupons ?? [])
    }
}
