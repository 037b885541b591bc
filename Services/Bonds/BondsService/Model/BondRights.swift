import Coordination

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
        Fault(
            .permissionDenied, "\(draft.isin) was put in by another user, who alone may change what it pays.",
            field: draft.place)
    }

    /// The refusal of quotes that would change those of another's bond.
    static func refusal(of count: Int, quotesIn draft: BondDraft) -> Fault {
        Fault(
            .permissionDenied,
            "\(draft.isin) was put in by another user, and \(count) of these quotes would change those that are there.",
            field: draft.place)
    }
}
