/// A fact from ledger's events that history stores.
package enum LedgerFact: Hashable, Sendable {
    /// A user opened an account.
    case accountOpened(OwnedAccount)
    /// An account changed, for instance its name.
    case accountChanged(OwnedAccount)
    /// Money moved, seen from each account of a user: at most one movement for each side.
    case moneyMoved([Movement])
    /// A fact that history does not store.
    case other
}

/// A fact with its sequence among ledger's events.
package struct RecordedFact: Hashable, Sendable {
    /// 1, 2, 3 ... without gaps.
    package let sequence: Int64
    package let fact: LedgerFact
}
