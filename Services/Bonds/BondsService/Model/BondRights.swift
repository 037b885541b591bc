import Coordination
import Domain
import Reasons
import Signals

/// Who may change what is known of a bond: whoever put it in. Everybody sees it, may add what is missing, and may have the
/// service fetch it from the exchange.
///
/// A bond from before owners were kept has none, and anybody may change it; so has one whose owner is gone.
enum BondRights {
    /// Whether a draft is of a bond that somebody else put in.
    ///
    /// - Parameter owner: Who put it in; nil for nobody.
    static func isAnothers(_ owner: String?, of user: String, _ draft: BondDraft) -> Bool {
        guard let owner, !draft.isFetched else { return false }
        return owner != user
    }

    /// The refusal of terms that would change those of another's bond.
    static func refusal(ofTermsIn draft: BondDraft) -> Fault {
        Fault(.permissionDenied, .termsAreAnothers, ["isin": .text(draft.isin.text)], field: draft.place)
    }

    /// The refusal of quotes that would change those of another's bond.
    static func refusal(of count: Int, quotesIn draft: BondDraft) -> Fault {
        Fault(
            .permissionDenied, .quotesAreAnothers, ["isin": .text(draft.isin.text), "quotes": .number(count)],
            field: draft.place)
    }
}
