/// What ledger tells and history keeps.
enum LedgerFact: Hashable, Sendable {
    /// A user has a new account.
    case accountOpened(OwnedAccount)
    /// An account is what this says now: it may have another name.
    case accountChanged(OwnedAccount)
    /// Money moved, seen from each account that belongs to a user: at most one movement a side.
    case moneyMoved([Movement])
    /// Something that history keeps nothing of.
    case other
}

/// A fact and its place among ledger's events.
struct RecordedFact: Hashable, Sendable {
    /// 1, 2, 3 ... without gaps.
    let sequence: Int64
    let fact: LedgerFact
}
