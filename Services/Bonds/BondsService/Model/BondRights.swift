import Coordination
import Domain
import Reasons
import Signals

/// The right to change a bond: only its owner, the user who added it, may change it. Everybody may see it, add missing
/// data, and have the service fetch it from the exchange.
///
/// A bond from before owners were stored has no owner and may be changed by anybody. So may one whose owner was
/// deleted.
enum BondRights {
    /// True when a draft is of a bond that another user owns.
    ///
    /// - Parameter owner: The owner; nil for none.
    static func isAnothers(_ owner: String?, of user: String, _ draft: BondDraft) -> Bool {
        guard let owner, !draft.isFetched else { return false }
        return owner != user
    }

    /// Returns the refusal of terms that would change those of another user's bond.
    static func refusal(ofTermsIn draft: BondDraft) -> Fault {
        Fault(.permissionDenied, .termsAreAnothers, ["isin": .text(draft.isin.text)], field: draft.place)
    }

    /// Returns the refusal of quotes that would change those of another user's bond.
    static func refusal(of count: Int, quotesIn draft: BondDraft) -> Fault {
        Fault(
            .permissionDenied, .quotesAreAnothers, ["isin": .text(draft.isin.text), "quotes": .number(count)],
            field: draft.place)
    }
}
