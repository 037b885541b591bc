import Coordination
import Domain
import Reasons
import Signals

/// Finds the terms of a bond: those in the request, or else the stored ones.
struct TermsLookup: Sendable {
    let store: any BondsStore

    /// - Throws: ``Fault``, first match wins: `invalidArgument`, `notFound`, `termsMissing`.
    func terms(_ terms: BondsSignal.Terms?, of isin: ISIN?) async throws -> BondTerms {
        switch (terms, isin) {
        case (let terms?, nil): return try TermsRules.payments(of: terms, field: "terms")
        case (nil, let isin?):
            guard let bond = try await store.bond(isin) else { throw Fault.noBond(isin) }
            guard let terms = bond.terms else { throw Fault.termsMissing(of: isin) }
            return terms
        default: throw Fault.invalidArgument("terms", .mustBeGivenOnce, ["other": "isin"])
        }
    }
}

extension Fault {
    static func noBond(_ isin: ISIN) -> Fault {
        Fault(.notFound, .noBond, ["isin": .text(isin.text)], field: "isin")
    }

    static func termsMissing(of isin: ISIN) -> Fault {
        Fault(.termsMissing, .termsUnknown, ["missing": "terms", "isin": .text(isin.text)], field: "isin")
    }
}
